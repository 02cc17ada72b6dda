internal import Logging
internal import Shared

/// The services that connections use outside their event loop. It is a class so that each connection holds only a
/// reference.
final class ConnectionDependencies: Sendable {
    let terms: ServerTerms
    let accounts: Accounts
    let users: Mailbox<UserHub.Event>
    let connectedDevices: @Sendable (AccountID) async -> Set<DeviceID>
    let candles: Mailbox<CandleHub.Event>
    let weeks: Mailbox<WeekHub.Event>
    let details: CoinDetails
    let icons: CoinIcons
    let pastRates: PastRates
    let now: @Sendable () -> MarketTime
    let closes: CloseReporter
    let logger: Logger

    init(
        terms: ServerTerms,
        accounts: Accounts,
        users: Mailbox<UserHub.Event>,
        connectedDevices: @escaping @Sendable (AccountID) async -> Set<DeviceID>,
        candles: Mailbox<CandleHub.Event>,
        weeks: Mailbox<WeekHub.Event>,
        details: CoinDetails,
        icons: CoinIcons,
        pastRates: PastRates,
        now: @escaping @Sendable () -> MarketTime,
        closes: CloseReporter,
        logger: Logger
    ) {
        (self.terms, self.accounts, self.users) = (terms, accounts, users)
        self.connectedDevices = connectedDevices
        (self.candles, self.weeks, self.details, self.icons) = (candles, weeks, details, icons)
        self.pastRates = pastRates
        (self.now, self.closes, self.logger) = (now, closes, logger)
    }
}
