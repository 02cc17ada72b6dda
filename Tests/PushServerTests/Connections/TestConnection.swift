import NIOCore
import Shared
import TestSupport

@testable import PushServer

/// A connection without a socket. Its actions come back as words.
struct TestConnection {
    private(set) var value: ServerConnection
    private var actions = Actions()
    /// The lineage of the server's market, which began with sequence 0.
    var lineage = MarketLineage.alone(MarketEpoch(rawValue: 1))
    var sequence: UInt64 = 0
    /// The Welcome as the client reads it.
    private(set) var welcome: Welcome?

    init(
        isSecured: Bool = true,
        protocols: ClosedRange<UInt32> = ProtocolVersion.supported,
        _ change: (inout SessionLimits) -> Void = { _ in }
    ) {
        var limits = SessionLimits()
        change(&limits)
        let terms = ServerTerms(limits: limits, offers: .test, protocols: protocols)
        value = ServerConnection(id: ConnectionID(rawValue: 1), terms: terms, now: .uptimeNanoseconds(0))
        if isSecured { _ = happens { $0.secured(into: &$1) } }
    }

    static func open(_ change: (inout SessionLimits) -> Void = { _ in }) -> TestConnection {
        var connection = TestConnection(change)
        _ = connection.received(.hello(.test))
        _ = connection.delivered(.signedIn(.success(.test())))
        let joined = UserPush.joined(UserNews(UserTable(), of: .test, in: .test), lastMutation: 0)
        _ = connection.delivered(.user(joined))
        _ = connection.happens { $0.userWritten(into: &$1) }
        return connection
    }

    /// - Returns: the connection's actions.
    mutating func happens(_ input: (inout ServerConnection, inout Actions) -> Void) -> [String] {
        input(&value, &actions)
        var words: [String] = []
        while let (_, action) = actions.popFirst() {
            if case .welcome(let decided) = action { welcome = decided.read }
            if case .beginMarket(let held) = action {
                value.beginMarket(from: held, in: lineage, at: sequence, into: &actions)
            } else {
                words.append(action.words)
            }
        }
        return words
    }

    mutating func received(
        _ frame: ClientFrame,
        at seconds: Int64 = 0,
        isListed: (CoinID) -> Bool = { _ in true }
    ) -> [String] {
        happens { $0.received(frame, at: .test(seconds), into: &$1, isListed: isListed) }
    }

    mutating func delivered(_ delivery: Delivery) -> [String] { happens { $0.received(delivery, into: &$1) } }

    /// The user's table has another version.
    mutating func changed(to version: UInt64) -> [String] {
        delivered(.user(.changed(UserNews(UserTable(version: version), of: .test, in: .test))))
    }

    mutating func writable(_ isWritable: Bool, at seconds: Int64 = 0) -> [String] {
        happens { $0.writabilityChanged(to: isWritable, at: .test(seconds), into: &$1) }
    }

    mutating func time(_ seconds: Int64) -> [String] {
        happens { [sequence] in $0.timePassed(to: .test(seconds), sequence: sequence, into: &$1) }
    }

    mutating func marketFrame(
        sequence: UInt64,
        rowCount: Int,
        rowsPerPart: Int = MarketFlow.rowsPerPart
    ) -> MarketFlow.Frame? {
        value.market.next(sequence: sequence, rowCount: rowCount, rowsPerPart: rowsPerPart)
    }

    mutating func marketWritten() { value.market.written() }

    mutating func candles(subscription: Int) -> [String] {
        let batch = CandleBatch(source: "huobi", isFirst: true, isLast: true, candles: [])
        return delivered(.chart(ChartID(rawValue: 1), .candles(batch), subscription: subscription))
    }
}

extension DecidedWelcome {
    fileprivate var read: Welcome? {
        var frame = frame(at: MarketTime(milliseconds: 0), in: MarketEpoch(rawValue: 0))
        // The length.
        frame.moveReaderIndex(forwardBy: 4)
        guard case .welcome(let welcome)? = try? ServerFrame(frameBody: frame) else { return nil }
        return welcome
    }
}

extension ServerAction {
    fileprivate var words: String {
        switch self {
        case .send(let frame): frame.words
        case .sendUser(let news, let version): news.words(since: version)
        case .sendPong(let nonce): "pong \(nonce)"
        case .welcome: "welcome"
        case .beginMarket: "begin market"
        case .serveMarket: "serve market"
        case .sendRates: "send rates"
        case .setReading(let isReading): "reading \(isReading)"
        case .ask(let request): request.words
        case .close(let close): "close \(close.code.rawValue)"
        case .drop: "drop"
        case .count: "count"
        case .forget: "forget"
        }
    }
}

extension UserNews {
    fileprivate func words(since version: UInt64?) -> String {
        if case .userDiff(let diff) = serverFrame(since: version) {
            "diff \(diff.from) to \(diff.to)"
        } else {
            "table \(table.version)"
        }
    }
}

extension ServerFrame {
    fileprivate var words: String {
        switch self {
        case .mutationResult(let result): "result \(result.number)"
        case .ping: "ping"
        case .candles(let chart, _): "candles \(chart.rawValue)"
        case .chartProblem(let chart, let problem): "chart \(chart.rawValue) \(problem.kind)"
        case .detail(let number, .success): "detail \(number)"
        case .detail(let number, .failure): "no detail \(number)"
        case .accountAnswer(let number, _): "account answer \(number)"
        case .icon(let coin, nil): "no icon \(coin.rawValue)"
        case .icon(let coin, _?): "icon \(coin.rawValue)"
        case .dayRates(let number, .success): "rates \(number)"
        case .dayRates(let number, .failure): "no rates \(number)"
        case .newEpoch(let news): "new epoch \(news.epoch.rawValue)"
        case .weeks(let weeks, _): "weeks \(weeks.map(\.coin.rawValue))"
        default: "\(self)"
        }
    }
}

extension HubRequest {
    fileprivate var words: String {
        switch self {
        case .signIn: "sign in"
        case .signInNode(_, let term): "sign in a node of term \(term)"
        case .join: "join"
        case .settle(let mutation, _): "settle \(mutation.number)"
        case .userTable: "fetch table"
        case .logOut: "log out"
        case .signOut(let device): "sign out \(device.rawValue)"
        case .revoke: "revoke"
        case .leave: "leave"
        case .openChart(let chart, _, KlineSource.huobi, of: _, let subscription):
            "open chart \(chart.rawValue) subscription \(subscription)"
        case .openChart(let chart, _, let source, of: _, let subscription):
            "open chart \(chart.rawValue) subscription \(subscription) from \(source.name)"
        case .closeChart(let chart): "close chart \(chart.rawValue)"
        case .closeAllCharts: "close all charts"
        case .detail(let number, _): "fetch detail \(number)"
        case .dayRates(let number, _): "fetch rates \(number)"
        case .icon(let coin): "fetch icon \(coin.rawValue)"
        case .showWeeks(let request): "show weeks \(request.coins.map(\.rawValue))"
        case .account(let number, _): "account \(number)"
        case .node(let request): "node \(request)"
        }
    }
}

extension NIODeadline {
    static func test(_ seconds: Int64) -> NIODeadline { .uptimeNanoseconds(0) + .seconds(seconds) }
}

extension Hello {
    static let test = Hello(
        clientName: "t",
        clientVersion: "1",
        deviceName: "d",
        clientID: ClientID(high: 1, low: 1),
        credentials: .token([1])
    )
}

extension ChartRequest {
    static let test = ChartRequest(coin: CoinID(1), interval: .hour, count: 10)
}

extension MutationResult {
    static func applied(_ number: UInt64, in version: UInt64 = 0) -> Self {
        Self(number: number, outcome: .applied, version: version, lastNumber: 1)
    }
}

extension Accounts.SignIn {
    static func test(newToken: UInt8? = nil) -> Self {
        Self(
            account: Account(id: AccountID(rawValue: 1), name: "ada"),
            device: DeviceID(rawValue: 1),
            tokenHash: TokenHash(bytes: [1]),
            newToken: newToken.map { AccessToken(bytes: [$0]) }
        )
    }
}
