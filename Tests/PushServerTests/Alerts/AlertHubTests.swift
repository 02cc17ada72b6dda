import Logging
import MockMarket
import NIOConcurrencyHelpers
import Shared
import TestSupport
import Testing

@testable import PushServer

/// The hub behind a real connector and the mock market. Time is the test's.
@Suite(.timeLimit(.minutes(5)))
struct AlertHubTests {
    /// Answers like an exchange that prices one coin.
    private struct Exchange {
        private(set) var market = MarketTable()
        private let time: MarketTime

        init(of coin: CoinID, at time: MarketTime) {
            self.time = time
            var changes = MarketChanges()
            let instrument = Instrument(coin: coin, symbol: "C", name: "Coin", kind: .coin)
            changes.instruments.append(instrument, row: 0)
            let name = MarketSource.Name(.tickers, of: "Huobi")
            changes.sources = [
                MarketSource(AlertStage.huobi, name, state: .live, since: time, lastEvent: nil)
            ]
            _ = market.commit(changes, time: time)
        }

        mutating func poll(_ price: UInt64) -> AlertHub.Event {
            var changes = MarketChanges()
            changes.pricings.append(Pricing(decimals: 0, source: AlertStage.huobi), row: 0)
            changes.prices.append(price, row: 0)
            return .ticked(market.commit(changes, time: time), MarketPoll(AlertStage.huobi, rows: [0], at: time))
        }
    }

    @Test func minutesBeforeTheStartComeFromTheExchangesCandlesAndArmAnAlert() async throws {
        let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        try await withMockMarket(coins: 20) { _, mock in
            let bases = Dictionary(uniqueKeysWithValues: Provider.hosts.map { ($0, mock.baseURL) })
            let router = Router(
                environment: ProviderEnvironment(.qa, bases: bases),
                limits: .patient,
                logger: silent,
                now: { testTime }
            )
            let client = HuobiClient(router: router)
            let listing = try await CoinMarketCapClient(router: router, key: nil).listing(limit: 20)
            let pairs = SymbolMap(listing: listing, lists: ["Huobi": try #require(try await client.pairs().value)])
            let coin = try #require(pairs.symbols(at: "Huobi").keys.min())
            var exchange = Exchange(of: coin, at: testTime)
            let (users, clock) = (Mailbox<UserHub.Event>(), TestClock())
            let hub = AlertHub(
                sources: [(.huobi, client)],
                market: exchange.market,
                users: users,
                store: StubStore(),
                term: nil,
                clock: clock,
                now: { testTime },
                counters: AlertCounters(),
                logger: silent
            )
            async let running: Void = hub.run()
            // A day does not fit into one answer of every exchange. No price of the mock's rises by so much.
            let alert = Alert.test(.move(percent: 900, minutes: 1440), coin: coin)
            hub.mailbox.post(.pairsChanged(pairs))
            var sleeps = clock.sleeps.makeAsyncIterator()
            _ = await sleeps.next()
            hub.mailbox.post(.changed(AlertStage.ada, StoredAlerts([KeptAlert(alert, nil)])))
            for _ in 0..<2 { hub.mailbox.post(exchange.poll(100)) }
            clock.endSleeps()
            var notes: [UserHub.Event] = []
            while notes.isEmpty, !Task.isCancelled {
                hub.mailbox.post(exchange.poll(100))
                await Task.yield()
                notes = users.takeAll()
            }
            guard case .alerts(AlertStage.ada, .test, let changes, _, _) = try #require(notes.first) else {
                Issue.record("\(notes)")
                return
            }
            #expect(changes == [AlertChange(alert: alert.id, arming: 1, step: .armed(testTime))])
            hub.mailbox.close()
            await running
            await router.shutdown()
        }
    }

    /// A source whose answers hold one candle, and whose share has room for two requests at once.
    private struct ShortPages: CandleSource {
        let asked = NIOLockedValueBox(0)

        func page(
            of symbol: String,
            _ interval: CandleInterval,
            count: Int,
            before end: MarketTime?
        ) async throws(ProviderError) -> CandlePage {
            asked.withLockedValue { $0 += 1 }
            let time = (end ?? testTime).adding(seconds: -60)
            let candle = Candle(time: time, open: 1, high: 1, low: 1, close: 1, volume: nil, isClosed: true)
            return CandlePage(candles: [candle], isOldest: false)
        }

        func stretch() -> Double { 1 }
        func share(_ share: BudgetShare) -> RequestBudget { RequestBudget(.init(4, per: .seconds(300))) }
    }

    @Test func eachPageOfMinutesWaitsForRoomInTheSourcesShare() async {
        let (source, coin, clock) = (ShortPages(), CoinID(1), TestClock())
        let time = NIOLockedValueBox(testTime)
        var exchange = Exchange(of: coin, at: testTime)
        let hub = AlertHub(
            sources: [(.huobi, source)],
            market: exchange.market,
            users: Mailbox(),
            store: StubStore(),
            term: nil,
            clock: clock,
            now: { time.withLockedValue { $0 } },
            counters: AlertCounters(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let listed = ListedCoin.sample(1, "C1", "Coin 1", rank: 1, price: "1")
        let listing = CoinListing(time: testTime, coins: [listed], badRows: 0)
        hub.mailbox.post(.pairsChanged(SymbolMap(listing: listing, lists: ["Huobi": PairList.sample(["c1"])])))
        let alert = Alert.test(.move(percent: 900, minutes: 1440), coin: coin)
        hub.mailbox.post(.changed(AlertStage.ada, StoredAlerts([KeptAlert(alert, nil)])))
        for _ in 0..<2 { hub.mailbox.post(exchange.poll(100)) }
        hub.mailbox.post(.secondPassed)
        async let running: Void = hub.run()
        // The hub's own second, and the wait for the third page.
        var sleeps = clock.sleeps.makeAsyncIterator()
        for _ in 0..<2 { _ = await sleeps.next() }
        #expect(source.asked.withLockedValue { $0 } == 2)
        time.withLockedValue { $0 = $0.adding(seconds: 300) }
        clock.advance(by: .seconds(1))
        // Two more pages, and the wait for the fifth one, beside the hub's next second.
        for _ in 0..<2 { _ = await sleeps.next() }
        #expect(source.asked.withLockedValue { $0 } == 4)
        hub.mailbox.close()
        await running
    }

    /// Reading all alerts always succeeds; only reading the changed ones fails.
    @Test func aFailureToReadChangedAlertsIsLoggedOnce() async {
        let (store, lines) = (StubStore(), NIOLockedValueBox<[String]>([]))
        store.failsChangedAlerts.withLockedValue { $0 = true }
        let hub = AlertHub(
            sources: [],
            market: MarketTable(),
            users: Mailbox(),
            store: store,
            term: 1,
            clock: TestClock(),
            now: { testTime },
            counters: AlertCounters(),
            logger: Logger(label: "test") { _ in LineLog(lines: lines, logLevel: .error) }
        )
        for _ in 0..<6 { hub.mailbox.post(.secondPassed) }
        hub.mailbox.close()
        await hub.run()
        #expect(lines.withLockedValue { $0 } == ["changed alerts could not be read"])
    }
}
