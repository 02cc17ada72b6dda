import Logging
import MockMarket
import Shared
import Synchronization

@testable import PushServer

/// The market hub behind real connectors and the mock market. Requests and time are the test's.
struct MarketStage: Sendable {
    static let start = MarketTime(seconds: 1_733_918_400)
    let mock: MockMarketServer
    let hub: MarketHub
    let candles: Mailbox<CandleHub.Event>
    private let router: Router
    private let time: StageTime

    /// The time of everything on the stage.
    final class StageTime: Sendable {
        private let held = Mutex(MarketStage.start)
        var now: MarketTime { held.withLock { $0 } }
        func pass(_ time: Duration) { held.withLock { $0 = $0.adding(time) } }
    }

    private init(_ mock: MockMarketServer, _ router: Router, _ time: StageTime, rules: MarketHubRules) {
        (self.mock, self.router, self.time) = (mock, router, time)
        candles = Mailbox<CandleHub.Event>()
        hub = MarketHub(
            epoch: .random(),
            rules: rules,
            outlet: MarketOutlet(shards: [], counters: MarketCounters()),
            candles: candles,
            weeks: Mailbox(),
            alerts: Mailbox(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            now: { time.now }
        )
    }

    var now: MarketTime { time.now }

    /// The number of unreadable rows.
    var unreadRows: Int { router.unreadRows }

    /// The poller of the exchange's list of pairs, with its own clock.
    func pairPoller(clock: any Clock<Duration>) -> MarketPoller {
        poller(.symbols, of: .huobi, clock: clock)
    }

    /// What asks for a listing of a thousand coins, by a clock of its own.
    func listingPoller(clock: any Clock<Duration>, key: APIKey?) -> MarketPoller {
        poller(.listing, of: .coinMarketCap, key: key, clock: clock)
    }

    private func poller(
        _ kind: MarketSource.Kind,
        of provider: Provider,
        key: APIKey? = nil,
        clock: any Clock<Duration>
    ) -> MarketPoller {
        var configuration = ServerConfiguration.Market(environment: ProviderEnvironment(.qa, bases: [:]))
        configuration.keys = key.map { [provider.name: $0] } ?? [:]
        configuration.pace(creditsPerMonth: nil)
        let pollers = MarketPollers(
            configuration,
            hub: hub,
            clock: clock,
            now: { time.now },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let all = pollers.all(of: provider, ProviderAccess(router: router, key: key))
        guard let poller = all.first(where: { $0.kind == kind }) else {
            preconditionFailure("\(provider.name) has no \(kind)")
        }
        return poller
    }

    // MARK: Events

    func listing() async throws {
        let client = CoinMarketCapClient(router: router, key: nil)
        await hub.arrived(try await client.wholeListing(limit: 200), provider: Provider.coinMarketCap.name)
    }

    func nextListing() async throws {
        await pass(.seconds(1))
        try await listing()
    }

    /// Starts the second exchange, which most tests do not need.
    func secondExchange() async throws {
        let client = BinanceClient(router: router)
        if case .changed(let pairs, _) = try await client.pairs() {
            await hub.arrived(pairs, provider: Provider.binance.name)
        }
        await hub.arrived(try await router.board(of: .binance), provider: Provider.binance.name)
    }

    /// Polls an exchange as its poller does. The hub hears of a failure.
    func ask(_ provider: Provider) async {
        guard let tickers = provider.tickers else { return }
        do throws(ProviderError) {
            await hub.arrived(try await router.board(of: tickers), provider: provider.name)
        } catch {
            await hub.failed(.tickers, error, retryAt: now)
        }
    }

    /// Moves the mock's market by a second, and polls both exchanges.
    func second() async {
        await pass(.seconds(1))
        mock.advance()
        await ask(.huobi)
        await ask(.binance)
    }

    /// Candles of the exchange as it keeps them.
    func page(of symbol: String, _ interval: CandleInterval, count: Int) async throws -> CandlePage {
        try await HuobiClient(router: router).page(of: symbol, interval, count: count, before: nil)
    }

    /// The present listing, for a cache to repeat.
    func listed() async throws -> CoinListing {
        try await CoinMarketCapClient(router: router, key: nil).wholeListing(limit: 200)
    }

    func tickers() async throws {
        await hub.arrived(try await router.board(of: .huobi), provider: Provider.huobi.name)
    }

    func pairs() async throws {
        guard case .changed(let pairs, _) = try await HuobiClient(router: router).pairs() else { return }
        await hub.arrived(pairs, provider: Provider.huobi.name)
    }

    /// Lets listing, pairs and prices come.
    func started() async throws {
        try await listing()
        try await pairs()
        try await tickers()
    }

    /// Makes a step of the market, a second later.
    func tick() async throws {
        await pass(.seconds(1))
        mock.advance()
        try await tickers()
    }

    /// Lets time pass, and tells the hub that a second has passed.
    func pass(_ duration: Duration) async {
        time.pass(duration)
        await hub.secondPassed()
    }

    /// Runs a market that ticks each second, with a listing each minute.
    func run(seconds: Int) async throws {
        for second in 1...seconds {
            try await tick()
            if second.isMultiple(of: 60) { try await listing() }
        }
    }

    /// From now on, the mock misbehaves by these rules only.
    func spoil(_ rules: String...) throws { mock.setFaults(try rules.map { try Fault(rule: $0) }) }

    // MARK: Outputs

    /// The content of a row.
    struct Sight: Equatable {
        var price: String?
        var provider: String?
        var isLive: Bool
        var seconds: Int?
    }

    func sight(_ symbol: String) async -> Sight? {
        let table = await hub.state
        guard let row = (0..<table.count).first(where: { table[$0].instrument.symbol == symbol }) else { return nil }
        let age = table.age(of: table[row].pricing, at: now)
        return Sight(
            price: table[row].priceText,
            provider: age?.source.provider,
            isLive: age?.isLive ?? false,
            seconds: age?.age.map { Int($0 / .seconds(1)) }
        )
    }

    /// The exchange's price of a coin in the market.
    func traded(_ symbol: String) -> String? {
        let coin = mock.market.coins.first { $0.identity.symbol == symbol && $0.pair != nil }
        return coin.map { ExactDecimal.plainText(mantissa: $0.price, exponent: -$0.decimals) }
    }

    /// The expected sight of a coin with a live price of the exchange.
    func live(_ symbol: String) -> Sight {
        Sight(price: traded(symbol), provider: Provider.huobi.name, isLive: true, seconds: 0)
    }

    /// The market that a process saves after its sources have answered.
    static func saved() async throws -> MarketTable {
        var table = MarketTable()
        try await run { stage in
            try await stage.started()
            table = await stage.hub.state
        }
        return table
    }

    /// - Parameters:
    ///   - continuing: the market that an earlier process saved.
    ///   - listingInterval: the planned interval of listings; with a key some 864 s.
    static func run(
        continuing table: MarketTable? = nil,
        listingInterval: Duration = .seconds(60),
        _ body: (MarketStage) async throws -> Void
    ) async throws {
        let time = StageTime()
        var configuration = MockMarketServer.Configuration()
        configuration.market.coins = 200
        let mock = try await MockMarketServer.start(configuration, now: { time.now })
        do {
            try await withRouter(base: mock.baseURL, now: { time.now }) { router in
                let plan = MarketHubRules.Plan(
                    [.coinMarketCap, .huobi, .binance],
                    tickerInterval: .seconds(1),
                    listingInterval: listingInterval
                )
                let rules =
                    table.map { MarketHubRules(continuing: $0, plan, now: time.now) }
                    ?? MarketHubRules(plan, now: time.now)
                try await body(MarketStage(mock, router, time, rules: rules))
            }
            await mock.stop()
        } catch {
            await mock.stop()
            throw error
        }
    }
}
