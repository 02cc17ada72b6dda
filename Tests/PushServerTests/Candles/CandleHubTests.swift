import Logging
import Shared
import Synchronization
import TestSupport
import Testing

@testable import PushServer

@Suite(.timeLimit(.minutes(1)))
struct CandleHubTests {
    private static let start = MarketTime(seconds: 1_733_918_400)
    private static let coins: [ListedCoin] = [
        .sample(1, "BTC", "Bitcoin", rank: 1), .sample(2, "ETH", "Ethereum", rank: 2),
        .sample(3, "LEO", "Leo", rank: 3),
    ]
    private let bitcoin = ChartOrder(coin: CoinID(1), interval: .minute, count: 100)

    /// A hub with its sources, its time, and a market of three coins.
    private struct Stage {
        let hub: CandleHub
        let huobi = StubCandleSource()
        let archive = StubCandleSource()
        let time = ManualTime(start)
        let clock = HeldClock()
        let counters = CandleCounters()
        var table = MarketTable()

        init() {
            hub = CandleHub(
                sources: [.huobi: huobi, .cryptoCompare: archive],
                clock: clock,
                now: { [time] in time.now },
                counters: counters,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
        }

        mutating func commit(_ changes: MarketChanges) {
            guard let diff = table.commit(changes, time: time.now) else { return }
            hub.mailbox.post(.ticked(diff))
        }

        mutating func price(_ price: UInt64, row: Int) {
            var changes = MarketChanges()
            changes.pricings.append(Pricing(decimals: 2, source: .ticker), row: row)
            changes.prices.append(price, row: row)
            commit(changes)
        }
    }

    private func withStage(_ body: (inout Stage) async throws -> Void) async throws {
        var stage = Stage()
        let hub = stage.hub
        async let running: Void = hub.run()
        var changes = MarketChanges()
        for (row, coin) in Self.coins.enumerated() {
            let instrument = Instrument(coin: coin.id, symbol: coin.symbol, name: coin.name, kind: .coin)
            changes.instruments.append(instrument, row: row)
        }
        stage.commit(changes)
        let listing = CoinListing(time: Self.start, coins: Self.coins, badRows: 0)
        let archived = CryptoCompareCoins.sample(["BTC": "Bitcoin", "LEO": "Leo"])
        let book = PairBook(listing: listing, pairs: .sample(["btc", "eth"]), coins: archived)
        hub.mailbox.post(.pairsChanged(book, lacking: [:]))
        try await body(&stage)
        hub.mailbox.close()
        await running
    }

    /// `count` minutes of which the last one is under way at the start.
    private func minutes(_ count: Int, price: Int64 = 100) throws -> [Candle] {
        let price = try ExactDecimal(mantissa: price, exponent: 0)
        return (0..<Int64(count)).map { index in
            Candle(
                time: Self.start.adding(seconds: 60 * (index + 1 - Int64(count))),
                open: price,
                high: price,
                low: price,
                close: price,
                volume: nil,
                isClosed: index < Int64(count) - 1
            )
        }
    }

    @Test func manyWhoWantTheSameChartCostOneRequest() async throws {
        try await withStage { stage in
            let charts = (0..<100).map { StubChart($0, bitcoin) }
            for chart in charts { stage.hub.mailbox.post(.opened(chart.seat)) }
            var questions = stage.huobi.questions.makeAsyncIterator()
            let question = await questions.next()
            #expect(question == .init(symbol: "btcusdt", interval: .minute, count: KeptSeries.countMin))
            let candles = try minutes(300)
            stage.huobi.answer(.success(candles))
            for chart in charts {
                let batch = await chart.nextBatch()
                #expect(batch?.candles == Array(candles.suffix(100)))
                #expect(batch?.isFirst == true && batch?.isLast == true)
            }
            #expect(stage.counters.requests.load(ordering: .relaxed) == 1)
            // One more is served from what is kept.
            let late = StubChart(200, ChartOrder(coin: CoinID(1), interval: .minute, count: 300))
            stage.hub.mailbox.post(.opened(late.seat))
            let first = await late.nextBatch()
            let second = await late.nextBatch()
            #expect((first?.candles ?? []) + (second?.candles ?? []) == candles)
            #expect(stage.counters.requests.load(ordering: .relaxed) == 1)
            #expect(stage.counters.cacheAnswers.load(ordering: .relaxed) == 1)
        }
    }

    @Test func theLastCandleMovesWithTheLivePriceAndTheNextBegins() async throws {
        try await withStage { stage in
            let chart = StubChart(1, bitcoin)
            stage.hub.mailbox.post(.opened(chart.seat))
            var questions = stage.huobi.questions.makeAsyncIterator()
            _ = await questions.next()
            stage.huobi.answer(.success(try minutes(300)))
            _ = await chart.nextBatch()
            stage.time.pass(.seconds(10))
            stage.price(12_345, row: 0)
            let moved = await chart.nextBatch()
            #expect(moved?.candles.map(\.close.description) == ["123.45"])
            #expect(moved?.candles.map(\.high.description) == ["123.45"])
            #expect(moved?.isFirst == false)
            stage.time.pass(.seconds(55))
            stage.price(12_000, row: 0)
            let next = await chart.nextBatch()
            #expect(next?.candles.map(\.isClosed) == [true, false])
            #expect(next?.candles.map(\.open.description) == ["100", "120"])
        }
    }

    @Test func whatEndedIsAskedForAgainAndOnlyWhatDiffersIsTold() async throws {
        try await withStage { stage in
            let chart = StubChart(1, bitcoin)
            stage.hub.mailbox.post(.opened(chart.seat))
            var questions = stage.huobi.questions.makeAsyncIterator()
            _ = await questions.next()
            var candles = try minutes(300)
            stage.huobi.answer(.success(candles))
            _ = await chart.nextBatch()
            var sleeps = stage.clock.sleeps.makeAsyncIterator()
            await sleeps.next()
            stage.time.pass(.seconds(60))
            stage.clock.endSleeps()
            let question = await questions.next()
            #expect(question?.count == 3, "the last closed one, the one that was under way, and the next")
            candles[299].isClosed = true
            candles[299].volume = try ExactDecimal(parsing: "12.5")
            stage.huobi.answer(.success(Array(candles.suffix(2))))
            let news = await chart.nextBatch()
            #expect(news?.candles == [candles[299]])
        }
    }

    @Test func aCoinThatTheSourceDoesNotListOffersTheOther() async throws {
        try await withStage { stage in
            let chart = StubChart(1, ChartOrder(coin: CoinID(3), interval: .hour, count: 10))
            stage.hub.mailbox.post(.opened(chart.seat))
            let problem = await chart.nextProblem()
            #expect(problem?.kind == .notListed)
            #expect(problem?.otherSource == .cryptoCompare)
            #expect(problem?.message == "Huobi does not list LEO. CryptoCompare has it: choose it in Settings.")
            let unknown = StubChart(2, ChartOrder(coin: CoinID(99), interval: .hour, count: 10))
            stage.hub.mailbox.post(.opened(unknown.seat))
            let none = await unknown.nextProblem()
            #expect(none?.kind == .unknownCoin)
        }
    }

    @Test func aSourceThatFailsIsTriedAgainAndItsLastCandlesStay() async throws {
        try await withStage { stage in
            let chart = StubChart(1, bitcoin)
            stage.hub.mailbox.post(.opened(chart.seat))
            var questions = stage.huobi.questions.makeAsyncIterator()
            var sleeps = stage.clock.sleeps.makeAsyncIterator()
            _ = await questions.next()
            stage.huobi.answer(.failure(ProviderError(.huobiTickers, .timedOut)))
            let problem = await chart.nextProblem()
            #expect(problem?.kind == .unavailable)
            #expect(problem?.message == "Huobi did not answer in time.")
            await sleeps.next()
            stage.clock.endSleeps()
            _ = await questions.next()
            stage.huobi.answer(.success(try minutes(300)))
            let batch = await chart.nextBatch()
            #expect(batch?.candles.count == 100)
            // A newcomer while it fails again sees what is kept, and the problem.
            await sleeps.next()
            stage.time.pass(.seconds(120))
            stage.clock.endSleeps()
            _ = await questions.next()
            stage.huobi.answer(.failure(ProviderError(.huobiTickers, .timedOut)))
            let again = await chart.nextProblem()
            #expect(again?.kind == .unavailable)
            let late = StubChart(2, bitcoin)
            stage.hub.mailbox.post(.opened(late.seat))
            _ = await questions.next()
            stage.huobi.answer(.failure(ProviderError(.huobiTickers, .timedOut)))
            let kept = await late.nextBatch()
            #expect(kept?.candles.count == 100)
            let told = await late.nextProblem()
            #expect(told?.kind == .unavailable)
        }
    }

    @Test func whoWantsMoreThanIsBeingAskedForGetsItAfterwards() async throws {
        try await withStage { stage in
            let (few, many) = (
                StubChart(1, bitcoin), StubChart(2, ChartOrder(coin: CoinID(1), interval: .minute, count: 1000))
            )
            stage.hub.mailbox.post(.opened(few.seat))
            var questions = stage.huobi.questions.makeAsyncIterator()
            _ = await questions.next()
            stage.hub.mailbox.post(.opened(many.seat))
            let candles = try minutes(1000)
            stage.huobi.answer(.success(Array(candles.suffix(300))))
            let first = await few.nextBatch()
            #expect(first?.candles.count == 100)
            let more = await questions.next()
            #expect(more?.count == 1000)
            stage.huobi.answer(.success(candles))
            var all: [Candle] = []
            while all.count < 1000, let batch = await many.nextBatch() { all += batch.candles }
            #expect(all == candles)
        }
    }

    @Test func whatNobodyLooksAtIsNotAskedForAgain() async throws {
        try await withStage { stage in
            let chart = StubChart(1, bitcoin)
            stage.hub.mailbox.post(.opened(chart.seat))
            var questions = stage.huobi.questions.makeAsyncIterator()
            var sleeps = stage.clock.sleeps.makeAsyncIterator()
            _ = await questions.next()
            stage.huobi.answer(.success(try minutes(300)))
            _ = await chart.nextBatch()
            await sleeps.next()
            stage.hub.mailbox.post(.left(chart.seat.id.terminal))
            stage.time.pass(.seconds(600))
            stage.clock.endSleeps()
            let other = StubChart(2, ChartOrder(coin: CoinID(2), interval: .minute, count: 10))
            stage.hub.mailbox.post(.opened(other.seat))
            let question = await questions.next()
            #expect(question?.symbol == "ethusdt")
        }
    }
}

/// A clock's reading that moves when the test says so.
private final class ManualTime: Sendable {
    private let held: Mutex<MarketTime>

    init(_ start: MarketTime) { held = Mutex(start) }

    var now: MarketTime { held.withLock { $0 } }
    func pass(_ time: Duration) { held.withLock { $0 = $0.adding(time) } }
}
