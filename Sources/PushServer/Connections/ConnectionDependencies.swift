internal import Logging
internal import Shared

/// The services that connections use outside their event loop. It is a class so that each connection holds only a
/// reference.
final class ConnectionDependencies: Sendable {
    let terms: ServerTerms
    let accounts: Accounts
    let users: Mailbox<UserHub.Event>
    let connectedDevices: @Sendable (AccountID) async -> Set<DeviceID>
    /// Nodes that follow this one; nil for a server that stands alone.
    let nodes: NodeGate?
    let now: @Sendable () -> MarketTime
    let closes: CloseReporter
    let logger: Logger

    init(
        terms: ServerTerms,
        accounts: Accounts,
        users: Mailbox<UserHub.Event>,
        connectedDevices: @escaping @Sendable (AccountID) async -> Set<DeviceID>,
        nodes: NodeGate? = nil,
        now: @escaping @Sendable () -> MarketTime,
        closes: CloseReporter,
        logger: Logger
    ) {
        (self.terms, self.accounts, self.users) = (terms, accounts, users)
        self.connectedDevices = connectedDevices
        self.nodes = nodes
        (self.now, self.closes, self.logger) = (now, closes, logger)
    }
}
