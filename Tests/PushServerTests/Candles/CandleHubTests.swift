import Shared
import Synchronization
import TestSupport
import Testing

@testable import PushServer

@Suite(.timeLimit(.minutes(5)))
struct CandleHubTests {
    let bitcoin = ChartRequest(coin: CoinID(1), interval: .minute, count: 100)

    @Test func manyViewersOfOneChartCostOneRequest() async throws {
        try await CandleStage.running { stage in
            let charts = (0..<100).map { StubChart($0, bitcoin) }
            for chart in charts { stage.hub.mailbox.post(.opened(chart.subscription)) }
            var requests = stage.huobi.requests.makeAsyncIterator()
            let request = await requests.next()
            #expect(request == .init(symbol: "btcusdt", interval: .minute, count: KeptSeries.countMin))
            let candles = try CandleStage.minutes(300)
            stage.huobi.answer(.success(candles))
            for chart in charts {
                let batch = await chart.nextBatch()
                #expect(batch?.candles == Array(candles.suffix(100)))
                #expect(batch?.isFirst == true && batch?.isLast == true)
            }
            #expect(stage.counters.requests.load(ordering: .relaxed) == 1)
            // One more chart is served from the kept candles.
            let late = StubChart(200, ChartRequest(coin: CoinID(1), interval: .minute, count: 300))
            stage.hub.mailbox.post(.opened(late.subscription))
            let first = await late.nextBatch()
            let second = await late.nextBatch()
            #expect((first?.candles ?? []) + (second?.candles ?? []) == candles)
            #expect(stage.counters.requests.load(ordering: .relaxed) == 1)
            #expect(stage.counters.cacheAnswers.load(ordering: .relaxed) == 1)
        }
    }

    @Test func theLastCandleMovesWithTheLivePriceAndTheNextBegins() async throws {
        try await CandleStage.running { stage in
            let chart = await stage.served(bitcoin, try CandleStage.minutes(300))
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

    @Test func anExchangesCandlesDoNotMoveWithAnothersPrice() async throws {
        try await CandleStage.running { stage in
            let chart = await stage.served(bitcoin, try CandleStage.minutes(300))
            stage.time.pass(.seconds(10))
            stage.price(20_000, row: 0, of: "Another")
            stage.price(10_100, row: 0)
            let moved = await chart.nextBatch()
            #expect(moved?.candles.map(\.close.description) == ["101"])
            #expect(moved?.candles.map(\.high.description) == ["101"], "the jump was only a change of source")
        }
    }

    @Test func afterTheClockWasSetBackTheSourceIsAskedAtOnceAndItsLastCandleIsOpen() async throws {
        try await CandleStage.running { stage in
            var candles = try CandleStage.minutes(300)
            let chart = await stage.served(bitcoin, candles)
            var requests = stage.huobi.requests.makeAsyncIterator()
            // The clock is an hour ahead for a moment.
            stage.time.pass(.seconds(3600))
            stage.price(12_345, row: 0)
            _ = await chart.nextBatch()
            await stage.pass(.zero)
            for (volume, time) in [("5", Duration.seconds(-3600)), ("6", .zero)] {
                _ = await requests.next()
                candles[299].volume = try ExactDecimal(parsing: volume)
                stage.huobi.answer(.success(candles))
                _ = await chart.nextBatch()
                stage.time.pass(time)
                if time != .zero { await stage.pass(.seconds(1)) }
            }
            stage.price(10_200, row: 0)
            let moved = await chart.nextBatch()
            #expect(moved?.candles.last?.close.description == "102")
            #expect(moved?.candles.last?.time == CandleStage.start)
            #expect(moved?.candles.last?.isClosed == false)
        }
    }

    @Test func aCandleInTheFutureIsRemovedFromAnOpenChart() async throws {
        try await CandleStage.running { stage in
            let candles = try CandleStage.minutes(300)
            let chart = await stage.served(bitcoin, candles)
            stage.time.pass(.seconds(3600))
            stage.price(12_345, row: 0)
            let ahead = await chart.nextBatch()
            #expect(ahead?.candles.last?.time == CandleStage.start.adding(seconds: 3600))
            stage.time.pass(.seconds(-3600))
            await stage.pass(.seconds(60))
            var requests = stage.huobi.requests.makeAsyncIterator()
            _ = await requests.next()
            stage.huobi.answer(.success(candles))
            let mended = await chart.nextBatch()
            #expect(mended?.isFirst == true, "changes cannot take a candle back")
            #expect(mended?.candles.last?.time == CandleStage.start)
        }
    }

    @Test func endedCandlesAreRequestedAgainAndOnlyDifferencesAreSent() async throws {
        try await CandleStage.running { stage in
            var candles = try CandleStage.minutes(300)
            let chart = await stage.served(bitcoin, candles)
            var requests = stage.huobi.requests.makeAsyncIterator()
            await stage.pass(.seconds(60))
            let request = await requests.next()
            #expect(request?.count == 3, "the last closed one, the one that was under way, and the next")
            candles[299].isClosed = true
            candles[299].volume = try ExactDecimal(parsing: "12.5")
            stage.huobi.answer(.success(Array(candles.suffix(2))))
            let news = await chart.nextBatch()
            #expect(news?.candles == [candles[299]])
        }
    }

    @Test func aCoinThatGetsAnotherPairStartsWithoutTheOldCandles() async throws {
        try await CandleStage.running { stage in
            let chart = await stage.served(bitcoin, try CandleStage.minutes(300))
            var requests = stage.huobi.requests.makeAsyncIterator()
            stage.list(pairs: ["eth"])
            let problem = await chart.nextProblem()
            #expect(problem?.kind == .notListed)
            stage.list(pairs: ["btc", "eth"])
            let request = await requests.next()
            #expect(request?.count == 300, "nothing was kept")
            let others = try CandleStage.minutes(300, price: 7)
            stage.huobi.answer(.success(others))
            let batch = await chart.nextBatch()
            #expect(batch?.candles == Array(others.suffix(100)))
        }
    }

    @Test func anAnswerOlderThanALivePriceDoesNotUndoIt() async throws {
        try await CandleStage.running { stage in
            var candles = try CandleStage.minutes(300)
            let chart = await stage.served(bitcoin, candles)
            var requests = stage.huobi.requests.makeAsyncIterator()
            await stage.pass(.seconds(60))
            _ = await requests.next()
            // The price comes during the request, and may be newer than the answer.
            stage.price(12_345, row: 0)
            let moved = await chart.nextBatch()
            #expect(moved?.candles.map(\.isClosed) == [true, false])
            candles[299].volume = try ExactDecimal(parsing: "5")
            stage.huobi.answer(.success(Array(candles.suffix(2))))
            let told = await chart.nextBatch()
            #expect(told?.candles.map(\.volume?.description) == ["5"])
            #expect(told?.candles.map(\.isClosed) == [true], "the next one has begun")
            stage.price(12_346, row: 0)
            let next = await chart.nextBatch()
            #expect(next?.candles.map(\.high.description) == ["123.46"])
            #expect(next?.candles.map(\.open.description) == ["123.45"])
        }
    }

    @Test(arguments: [CandleInterval.hour, .day, .week])
    func aWrongPriceIsGoneFromAnOpenCandleOnceTheSourceHasAnswered(interval: CandleInterval) async throws {
        try await CandleStage.running { stage in
            let open = Candle(
                time: interval.start(of: CandleStage.start),
                open: try ExactDecimal(parsing: "100"),
                high: try ExactDecimal(parsing: "101"),
                low: try ExactDecimal(parsing: "99"),
                close: try ExactDecimal(parsing: "100"),
                volume: nil,
                isClosed: false
            )
            let chart = StubChart(1, ChartRequest(coin: CoinID(1), interval: interval, count: 10))
            stage.hub.mailbox.post(.opened(chart.subscription))
            var requests = stage.huobi.requests.makeAsyncIterator()
            _ = await requests.next()
            stage.huobi.answer(.success(CandlePage(candles: [open], isOldest: true)))
            _ = await chart.nextBatch()
            for price in [3_400_050_000, 3] as [UInt64] {
                stage.time.pass(.seconds(1))
                stage.price(price, row: 0)
                _ = await chart.nextBatch()
            }
            await stage.pass(.seconds(58))
            _ = await requests.next()
            // This price comes after the request, and so may be newer than the answer.
            stage.price(10_050, row: 0)
            let live = await chart.nextBatch()
            #expect(live?.candles.map(\.high.description) == ["34000500"])
            stage.huobi.answer(.success(CandlePage(candles: [open], isOldest: true)))
            let mended = try #require(await chart.nextBatch()?.candles.first)
            #expect([mended.high, mended.low, mended.close].map(\.description) == ["101", "99", "100.5"])
        }
    }

    /// CryptoCompare sends the same answer for minutes, without the newest prices, right or wrong.
    @Test func anAnswerThatMayBeOldReplacesOnlyEarlierPrices() async throws {
        try await CandleStage.running { stage in
            var page = CandlePage(candles: try CandleStage.minutes(300), isOldest: false, lag: .seconds(40))
            let chart = await stage.served(bitcoin, page)
            var requests = stage.huobi.requests.makeAsyncIterator()
            stage.time.pass(.seconds(30))
            stage.price(12_345, row: 0)
            _ = await chart.nextBatch()
            await stage.pass(.seconds(30))
            _ = await requests.next()
            page.candles = page.candles.suffix(2)
            page.candles[1].volume = try ExactDecimal(parsing: "5")
            stage.huobi.answer(.success(page))
            let told = await chart.nextBatch()
            #expect(told?.candles.map(\.close.description) == ["123.45"])
            await stage.pass(.seconds(60))
            _ = await requests.next()
            stage.huobi.answer(.success(page))
            let mended = await chart.nextBatch()
            #expect(mended?.candles.map(\.close.description) == ["100"])
        }
    }

    @Test func receivedCandlesAreShownWhileTheRestIsFetched() async throws {
        try await CandleStage.running { stage in
            let all = try CandleStage.minutes(300)
            let chart = StubChart(1, ChartRequest(coin: CoinID(1), interval: .minute, count: 300))
            stage.hub.mailbox.post(.opened(chart.subscription))
            var requests = stage.huobi.requests.makeAsyncIterator()
            _ = await requests.next()
            stage.huobi.answer(.success(Array(all.suffix(120))))
            let part = await chart.nextBatch()
            #expect(part?.candles == Array(all.suffix(120)))
            #expect(part?.isLast == false)
            #expect(part?.expected == 300)
            // The older candles do not come at once. Live prices move the present ones.
            let older = await requests.next()
            #expect(older == .init(symbol: "btcusdt", interval: .minute, count: 180, end: all[180].time))
            let until = stage.time.now.adding(seconds: 30)
            stage.huobi.answer(
                Result<[Candle], _>.failure(ProviderError(.huobiTickers, .paced(until: until)))
            )
            let problem = await chart.nextProblem()
            #expect(
                problem?.message
                    == "The server stays within Huobi's limit, and does not ask it for another 30 s."
                    + " CryptoCompare has this coin."
            )
            stage.price(12_345, row: 0)
            let moved = await chart.nextBatch()
            #expect(moved?.candles.map(\.close.description) == ["123.45"])
            #expect(moved?.isLast == false)
            await stage.pass(.seconds(30))
            #expect(await requests.next() == older, "and not what has come already")
            stage.huobi.answer(.success(Array(all[..<180])))
            var whole: [Candle] = []
            while whole.count < 300, let batch = await chart.nextBatch() { whole += batch.candles }
            #expect(whole.map(\.time) == all.map(\.time))
            #expect(whole.last?.close.description == "123.45")
            #expect(stage.counters.requests.load(ordering: .relaxed) == 3)
        }
    }
}
