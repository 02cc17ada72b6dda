import Observation
import Shared
import TestSupport
import Testing

@testable import TerminalClient

/// A connection that the test plays. It notes what the terminal sends.
@MainActor
@Observable
final class TestLink {
    var state = ServerLink.State.live
    var userName: String? = "demo"
    @ObservationIgnored var token: [UInt8]?
    @ObservationIgnored let market = MarketReplica()
    @ObservationIgnored let user: UserReplica
    @ObservationIgnored let charts = OpenCharts()
    @ObservationIgnored let icons = IconModel()
    @ObservationIgnored let weeks = WeekReplica()
    @ObservationIgnored let rates = RateReplica()
    @ObservationIgnored let account = OwnAccount()
    /// The frames that the terminal sent about charts, coins and their icons.
    @ObservationIgnored private(set) var asked: [ClientFrame] = []
    /// An element for each time that icons were asked for.
    @ObservationIgnored let iconRequests = AsyncStream.makeStream(of: [CoinID].self)
    /// The open question about a coin.
    private(set) var openDetailRequest: UInt32?
    /// The open request about the user's account.
    private(set) var openRequest: (number: UInt32, request: AccountRequest)?
    /// The server's clock minus the terminal's.
    var clockOffset = Duration.zero
    var refusedNodes: [RefusedNode] = []
    @ObservationIgnored private(set) var retries = 0
    @ObservationIgnored private(set) var logOuts = 0
    @ObservationIgnored private(set) var isClosed = false
    @ObservationIgnored private let endings = AsyncStream.makeStream(of: ConnectionError?.self)

    /// The server as the user has named it.
    @ObservationIgnored private let server: ServerAddress

    init(
        _ table: MarketTable = MarketTable(),
        user state: UserTable = UserTable(),
        isComplete: Bool = true,
        server: ServerAddress = ServerAddress(host: "localhost", port: 7443),
        journals: (any PendingStore)? = nil,
        now: @escaping () -> ContinuousClock.Instant = { .now }
    ) {
        (self.server, self.user) = (server, UserReplica(journals: journals, now: now))
        reconnect()
        if isComplete {
            show(table)
            _ = user.connected(UserServer(state).welcome(user.clientID), send: { _ in })
            _ = user.receive(state)
        }
    }

    /// The number of the chart that was opened last.
    var lastChart: UInt32 {
        asked.reduce(0) { if case .openChart(let chart, _) = $1 { chart.rawValue } else { $0 } }
    }

    func answerDetailRequest(_ number: UInt32, _ answer: Result<CoinDetail, AnswerProblem>) {
        openDetailRequest = nil
        charts.receive(number, answer)
    }

    func answerRequest(_ number: UInt32, _ answer: Result<[Device], AccountProblem>) {
        openRequest = nil
        account.receive(number, answer)
    }

    private func heard(_ frame: ClientFrame) {
        asked.append(frame)
        if case .detailRequest(let number, _) = frame { openDetailRequest = number }
        if case .iconRequest(let coins) = frame { iconRequests.continuation.yield(coins) }
        if case .accountRequest(let number, let request) = frame { openRequest = (number, request) }
    }

    /// Makes `table` the market that the terminal holds.
    func show(_ table: MarketTable) {
        _ = market.receive(table.part())
    }

    func loseConnection() {
        state = .connecting
        (openRequest, openDetailRequest) = (nil, nil)
        charts.disconnected()
        icons.disconnected()
        weeks.disconnected()
        rates.disconnected()
        account.disconnected()
    }

    func reconnect() {
        charts.connected { [weak self] in self?.heard($0) }
        icons.connected { [weak self] in self?.heard($0) }
        weeks.connected { [weak self] in self?.heard($0) }
        rates.connected { [weak self] in self?.heard($0) }
        account.connected { [weak self] in self?.heard($0) }
        state = .live
    }

    /// The link gives up.
    func end(_ error: ConnectionError) {
        state = .stopped(error)
        endings.continuation.yield(error)
    }

    var session: Session {
        Session(
            server: server,
            market: market,
            user: user,
            charts: charts,
            icons: icons,
            weeks: weeks,
            rates: rates,
            account: account,
            state: { self.state },
            userName: { self.userName },
            pendingCount: { self.user.pendingCount },
            token: { self.token },
            clockOffset: { self.clockOffset },
            refusedNodes: { self.refusedNodes },
            refusalSeen: { self.refusedNodes.removeFirst() },
            retry: { self.retries += 1 },
            logOut: { self.logOuts += 1 },
            isLoggingOut: { self.logOuts > 0 },
            ended: { [endings] in
                for await error in endings.stream { return error }
                return nil
            },
            close: { self.isClosed = true }
        )
    }
}

extension UserTable {
    /// A table with these favorites in this order.
    static func favorites(_ coins: UInt32...) -> UserTable { favorites(coins) }
    static func favorites(_ coins: [UInt32]) -> UserTable { setting { .add(coins.map { CoinID($0) }, of: $0) } }

    /// A table after these changes.
    static func setting(_ mutations: (UserTable) -> Mutation...) -> UserTable {
        var table = UserTable()
        for mutation in mutations { table.change(mutation) }
        return table
    }

    /// A table with an alert that has fired this many times.
    static func fired(_ count: Int) throws -> UserTable {
        let alert = Alert(id: AlertID(rawValue: 1), coin: CoinID(1), condition: try AlertCondition(typed: ">65000"))
        var table = setting { _ in .add(alert) }
        for _ in 0..<count {
            let event = AlertEvent(
                number: table.version + 1,
                of: alert,
                price: try ExactDecimal(parsing: "65001.5"),
                source: "Huobi",
                time: MarketTime(seconds: 1_700_000_000)
            )
            try table.apply(Mutation([event.put]), within: RecordRules(), by: .server)
        }
        return table
    }

    /// Applies a change as a server does.
    mutating func change(_ mutation: (UserTable) -> Mutation) {
        do { try apply(mutation(self), within: RecordRules()) } catch { Issue.record(error) }
    }

    var favoriteIDs: [UInt32] { items().map(\.coin.rawValue) }
}

extension UserReplica {
    var favoriteIDs: [UInt32] { favorites.map(\.coin.rawValue) }
}

extension SettingsRow {
    static let theme = SettingsRow.local(.theme)
    static let palette = SettingsRow.local(.palette)
    static let flashes = SettingsRow.local(.flashes)
    static let klineSource = SettingsRow.shared(Settings.klineSource)
    static let currency = SettingsRow.shared(Settings.currency)
    static let coinsOnly = SettingsRow.shared(Settings.coinsOnly.described)
    static let keepFavorites = SettingsRow.shared(Settings.keepFavorites.described)
}

extension PublicKeyPin {
    static let one = PublicKeyPin("sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")
    static let other = PublicKeyPin("sha256/AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")
}
