import Logging
import MockMarket
import NIOConcurrencyHelpers
import Shared
import Synchronization
import TestSupport
import Testing

@testable import PushServer

/// The server keeps to the providers' limits: what a refusal stops, what waits, and the messages.
@Suite(.timeLimit(.minutes(5)))
struct ProviderPaceTests {
    // MARK: Our own limits

    /// Both need more requests than the budget grants at once, and each answer may be slow.
    @Test(arguments: [(CandleInterval.halfHour, 300), (.quarterHour, 672)], [[], ["/data/v2 slow-headers=100ms"]])
    func aLongChartComesPageByPageAndSaysHowFarItIs(chart: (CandleInterval, Int), faults: [String]) async throws {
        let (interval, count) = chart
        try await PaceStage.with(faults: faults) { stage in
            let archive = try Archive(stage)
            async let running: Void = archive.hub.run()
            let chart = archive.open(interval, count: count)
            var counts: [Int] = []
            var candles: [Candle] = []
            while let batch = await chart.nextBatch() {
                if batch.isFirst { candles = [] }
                candles += batch.candles
                if batch.isLast { break }
                guard batch.isFirst, let expected = batch.expected else { continue }
                #expect(expected == count)
                counts.append(batch.candles.count)
            }
            #expect(candles.count == count)
            #expect(zip(candles, candles.dropFirst()).allSatisfy { $1.time == interval.end(from: $0.time) })
            #expect(counts.count >= 4, "every page was shown as it came")
            let requests = stage.log.count("/data/v2/histominute")
            #expect((5...6).contains(requests), "nothing was asked for twice")
            archive.hub.mailbox.close()
            await running
        }
    }

    /// An archive behind the hub, with the hub's own clock. Bitcoin is its only coin.
    private struct Archive {
        let hub: CandleHub
        let counters = CandleCounters()
        private let clock = TestClock()
        private let stage: PaceStage

        init(_ stage: PaceStage) throws {
            self.stage = stage
            hub = CandleHub(
                sources: [(.cryptoCompare, CryptoCompareClient(router: stage.router, key: APIKey("key")))],
                market: MarketTable(),
                clock: clock,
                now: { stage.time.now },
                counters: counters,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
            let bitcoin = ListedCoin.sample(1, "BTC", "Bitcoin", rank: 1)
            var (table, changes) = (MarketTable(), MarketChanges())
            let instrument = Instrument(coin: bitcoin.id, symbol: "BTC", name: "Bitcoin", kind: .coin)
            changes.instruments.append(instrument, row: 0)
            let diff = table.commit(changes, time: stage.time.now)
            hub.mailbox.post(.ticked(try #require(diff)))
            let symbols = SymbolMap(
                listing: CoinListing(time: testTime, coins: [bitcoin], badRows: 0),
                pairs: nil,
                coins: .sample(["BTC": "Bitcoin"])
            )
            hub.mailbox.post(.pairsChanged(symbols, lacking: [:]))
        }

        func open(_ interval: CandleInterval, count: Int) -> StubChart {
            let chart = StubChart(
                1,
                ChartRequest(coin: CoinID(1), interval: interval, count: count),
                source: .cryptoCompare
            )
            hub.mailbox.post(.opened(chart.subscription))
            return chart
        }

        /// Seconds until the archive gets another request. Call it only once.
        func secondsUntilAsked() async -> Int {
            let asked = counters.requests.load(ordering: .relaxed)
            var sleeps = clock.sleeps.makeAsyncIterator()
            _ = await sleeps.next()
            for second in 1...1000 {
                stage.time.pass(.seconds(1))
                clock.endSleeps()
                // When the hub sleeps again, it has handled the second. Later answers come after it.
                _ = await sleeps.next()
                let stranger = StubChart(
                    2,
                    ChartRequest(coin: CoinID(99), interval: .day, count: 1),
                    source: .cryptoCompare
                )
                hub.mailbox.post(.opened(stranger.subscription))
                _ = await stranger.nextProblem()
                if counters.requests.load(ordering: .relaxed) > asked { return second }
            }
            return .max
        }
    }

    @Test(arguments: [[], ["/data/v2 503"]])
    func aChartIsAskedForLessOftenWhileItsProvidersDayFillsUp(faults: [String]) async throws {
        let budgets = RequestBudgets([.cryptoCompare: RequestBudget(.init(1000, per: .seconds(86_400)))])
        try await PaceStage.with(budgets: budgets, faults: faults) { stage in
            let archive = try Archive(stage)
            async let running: Void = archive.hub.run()
            let endpoint = Endpoint.cryptoCompareHistory(.minutes, of: "", in: "USDT", limit: 1, key: nil)
            for _ in 0..<350 { #expect(budgets.take(endpoint, at: stage.time.now) == .granted) }
            let stretch = budgets.stretch(of: endpoint, at: stage.time.now)
            #expect(stretch > 5)
            let chart = archive.open(.minute, count: 100)
            if faults.isEmpty {
                _ = await chart.nextBatch()
                #expect(await archive.secondsUntilAsked() > 60 * 5)
            } else {
                _ = await chart.nextProblem()
                // The first wait lasts one or two seconds.
                #expect(await archive.secondsUntilAsked() > 5)
            }
            archive.hub.mailbox.close()
            await running
        }
    }

    @Test func fortyDetailsInARowWaitForTheBudget() async throws {
        try await PaceStage.with { stage in
            let client = CoinMarketCapClient(router: stage.router, key: nil)
            for coin in stage.mock.market.coins.prefix(40) {
                let detail = try await client.detail(of: coin.identity.id)
                #expect(detail.name == coin.identity.name)
            }
        }
    }

    /// Some are requested at once, some within ten seconds, the longest wait, and the others are refused.
    @Test func fortyDetailsAtTheSameMomentBlameTheServersOwnLimit() async throws {
        let (clock, count) = (TestClock(), 40)
        try await PaceStage.with(clock: clock) { stage in
            let details = CoinDetails(now: { stage.time.now }) { coin throws(ProviderError) in
                try await CoinMarketCapClient(router: stage.router, key: nil).detail(of: coin)
            }
            let coins = stage.mock.market.coins.prefix(count).map(\.identity.id)
            let told = NIOLockedValueBox<[Result<CoinDetail, AnswerProblem>]>([])
            var seconds = 0
            await withTaskGroup { group in
                for coin in coins {
                    group.addTask {
                        let answer = await details.detail(of: coin)
                        told.withLockedValue { $0.append(answer) }
                    }
                }
                while true {
                    // All callers without an answer wait for the budget.
                    while told.withLockedValue(\.count) + clock.sleeperCount < count { await Task.yield() }
                    if told.withLockedValue(\.count) == count { break }
                    seconds += 1
                    stage.time.pass(.seconds(1))
                    clock.advance(by: .seconds(1))
                }
            }
            let answers = told.withLockedValue(\.self)
            #expect(seconds <= 10, "nobody waits for longer")
            let problems = answers.compactMap { if case .failure(let problem) = $0 { problem.message } else { nil } }
            #expect(!problems.isEmpty && problems.count < count, "\(problems.count)")
            let words = "The server stays within CoinMarketCap's limit, and does not ask it for another "
            #expect(problems.allSatisfy { $0.hasPrefix(words) }, "\(Set(problems))")
            let asked = stage.log.count("/public-api/v2/cryptocurrency/info")
            #expect(asked == count - problems.count, "and none of the others was sent")
        }
    }

    @Test func aWaitThatIsTooLongIsNotBlamedOnTheProvider() async throws {
        let budgets = RequestBudgets([.coinMarketCap: RequestBudget(.init(2, per: .seconds(3600)))])
        try await PaceStage.with(budgets: budgets) { stage in
            let details = CoinDetails(now: { stage.time.now }) { coin throws(ProviderError) in
                try await CoinMarketCapClient(router: stage.router, key: nil).detail(of: coin)
            }
            _ = try await details.detail(of: CoinID(1)).get()
            let told = await details.detail(of: CoinID(1027))
            let words = "The server stays within CoinMarketCap's limit, and does not ask it for another 30 min."
            #expect(told == .failure(AnswerProblem(message: words)))
            #expect(stage.log.count("/public-api/v2/cryptocurrency/info") == 1)
        }
    }

    // MARK: The providers' refusals

    @Test func aRefusedCandleStopsNoTickers() async throws {
        try await PaceStage.with(faults: ["/market/history/kline 429 retry-after=600 times=1"]) { stage in
            let exchange = HuobiClient(router: stage.router)
            let until = ProviderFailure.rateLimited(until: testTime.adding(seconds: 600))
            for pair in ["btcusdt", "ethusdt"] {
                #expect(await failure { try await exchange.series(of: pair, .hour, count: 9, until: nil) } == until)
            }
            #expect(stage.log.count("/market/history/kline") == 1, "the second was not sent")
            let tickers = try await stage.router.board(of: .huobi).tickers
            #expect(!tickers.isEmpty)
            stage.time.pass(.seconds(600))
            let hours = try await exchange.series(of: "ethusdt", .hour, count: 9, until: nil)
            #expect(!hours.candles.isEmpty)
        }
    }

    @Test func aUsedUpMonthOfDetailsStopsNoListingAndIsProbedEachHour() async throws {
        let path = "/public-api/v2/cryptocurrency/info"
        try await PaceStage.with(faults: ["\(path) month-spent times=2"]) { stage in
            let client = CoinMarketCapClient(router: stage.router, key: nil)
            func detail() async throws(ProviderError) -> CoinDetail { try await client.detail(of: CoinID(1)) }
            do {
                _ = try await detail()
                Issue.record("the month is used up")
            } catch {
                #expect(
                    (error as? ProviderError)?.sentence(at: testTime)
                        == "CoinMarketCap's rate limit is used up for another 16 days."
                )
            }
            let listing = try await client.listing(limit: 10)
            #expect(!listing.coins.isEmpty)
            stage.time.pass(.seconds(3599))
            _ = await failure { try await detail() }
            #expect(stage.log.count(path) == 1)
            stage.time.pass(.seconds(1))
            #expect(await failure { try await detail() } == .rateLimited(until: stage.time.now.nextMonth))
            #expect(stage.log.count(path) == 2)
            stage.time.pass(.seconds(3600))
            let names = [try await detail().name, try await client.detail(of: CoinID(1027)).name]
            #expect(names == ["Bitcoin", "Ethereum"])
        }
    }

    // MARK: Young coins

    /// 2023-11-14 is a Tuesday, so a coin of three days has a part of the last week.
    @Test func aCoinThatIsThreeDaysOldHasWeeksFromEverySource() async throws {
        try await PaceStage.with(faults: ["/market history=18", "/data/v2 history=4"]) { stage in
            let sources: [(any CandleSource, String)] = [
                (HuobiClient(router: stage.router), "btcusdt"),
                (CryptoCompareClient(router: stage.router, key: APIKey("key")), "BTC"),
            ]
            for (source, symbol) in sources {
                let weeks = try await source.page(of: symbol, .week, count: 300, before: nil)
                let starts = ["2023-11-06T00:00:00Z", "2023-11-13T00:00:00Z"]
                #expect(weeks.candles.map(\.time.shortISO8601) == starts)
                #expect(weeks.isOldest)
            }
        }
    }
}
