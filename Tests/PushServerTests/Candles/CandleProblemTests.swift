import Shared
import Synchronization
import TestSupport
import Testing

@testable import PushServer

/// The problem that a chart gets if its source has no candles, and the other source that it names.
@Suite(.timeLimit(.minutes(5)))
struct CandleProblemTests {
    private let bitcoin = ChartRequest(coin: CoinID(1), interval: .minute, count: 100)

    @Test func aProblemNamesAnotherSourceThatListsTheCoin() async throws {
        try await CandleStage.running { stage in
            let chart = StubChart(1, ChartRequest(coin: CoinID(3), interval: .hour, count: 10))
            stage.hub.mailbox.post(.opened(chart.subscription))
            let problem = await chart.nextProblem()
            #expect(problem?.kind == .notListed)
            #expect(problem?.otherSource == "cryptocompare")
            #expect(problem?.message == "Huobi does not list LEO. CryptoCompare has it.")
            let unknown = StubChart(2, ChartRequest(coin: CoinID(99), interval: .hour, count: 10))
            stage.hub.mailbox.post(.opened(unknown.subscription))
            let none = await unknown.nextProblem()
            #expect(none?.kind == .unknownCoin)
        }
    }

    @Test func aSourceWithoutAKnownListIsNotSaidToLackACoin() async throws {
        try await CandleStage.running { stage in
            stage.list(pairs: nil)
            let chart = StubChart(1, bitcoin)
            stage.hub.mailbox.post(.opened(chart.subscription))
            let problem = await chart.nextProblem()
            #expect(problem?.message == "The server does not yet know which coins Huobi lists.")
            stage.list(pairs: ["btc"])
            var requests = stage.huobi.requests.makeAsyncIterator()
            #expect(await requests.next()?.symbol == "btcusdt", "and then it is asked at once")
        }
    }

    @Test func aFailingSourceIsTriedAgainAndItsCandlesStay() async throws {
        try await CandleStage.running { stage in
            let chart = StubChart(1, bitcoin)
            stage.hub.mailbox.post(.opened(chart.subscription))
            var requests = stage.huobi.requests.makeAsyncIterator()
            _ = await requests.next()
            stage.huobi.answer(Result<[Candle], _>.failure(ProviderError(.huobiTickers, .timedOut)))
            let problem = await chart.nextProblem()
            #expect(problem?.kind == .unavailable)
            #expect(problem?.message == "Huobi did not answer in time. CryptoCompare has this coin.")
            await stage.pass(.seconds(5))
            _ = await requests.next()
            stage.huobi.answer(.success(try CandleStage.minutes(300)))
            let batch = await chart.nextBatch()
            #expect(batch?.candles.count == 100)
            // A new chart during the next failure gets the kept candles and the problem, and requests nothing.
            await stage.pass(.seconds(120))
            _ = await requests.next()
            stage.huobi.answer(Result<[Candle], _>.failure(ProviderError(.huobiTickers, .timedOut)))
            let again = await chart.nextProblem()
            #expect(again?.kind == .unavailable)
            let late = StubChart(2, bitcoin)
            stage.hub.mailbox.post(.opened(late.subscription))
            let kept = await late.nextBatch()
            #expect(kept?.candles.count == 100)
            #expect(kept?.isLast == true && kept?.isProblemNext == true, "who wants them once must not miss it")
            #expect(batch?.isProblemNext == false)
            let told = await late.nextProblem()
            #expect(told?.kind == .unavailable)
            #expect(stage.counters.requests.load(ordering: .relaxed) == 3)
            // Live prices continue. Only a whole series ends the problem, even if nothing has changed.
            stage.price(10_000, row: 0)
            let moved = await chart.nextBatch()
            #expect(moved?.isFirst == false)
            await stage.pass(.seconds(60))
            _ = await requests.next()
            stage.huobi.answer(.success(try CandleStage.minutes(300)))
            let whole = await chart.nextBatch()
            #expect(whole?.isFirst == true)
            #expect(whole?.candles.count == 100)
        }
    }

    @Test func aSourceThatNamesATimeIsNotRequestedBefore() async throws {
        try await CandleStage.running { stage in
            let charts = (1...3).map { StubChart($0, bitcoin) }
            stage.hub.mailbox.post(.opened(charts[0].subscription))
            var requests = stage.huobi.requests.makeAsyncIterator()
            _ = await requests.next()
            let until = stage.time.now.adding(seconds: 600)
            stage.huobi.answer(Result<[Candle], _>.failure(ProviderError(.huobiTickers, .rateLimited(until: until))))
            _ = await charts[0].nextProblem()
            for (chart, minutes) in zip(charts.dropFirst(), [8, 6]) {
                await stage.pass(.seconds(100))
                stage.hub.mailbox.post(.opened(chart.subscription))
                let problem = await chart.nextProblem()
                #expect(problem?.message.hasPrefix("Huobi's rate limit is used up for another \(minutes) min.") == true)
            }
            #expect(stage.counters.requests.load(ordering: .relaxed) == 1)
            await stage.pass(.seconds(400))
            _ = await requests.next()
            stage.huobi.answer(.success(try CandleStage.minutes(300)))
            for chart in charts { #expect(await chart.nextBatch()?.candles.count == 100) }
        }
    }

    // MARK: The other source is down

    private func archiveIsDown(in stage: inout CandleStage) {
        var changes = MarketChanges()
        let name = MarketSource.Name(.symbols, of: "CryptoCompare")
        changes.sources = [
            MarketSource(SourceNumber(4), name, state: .down, since: CandleStage.start, lastEvent: nil)
        ]
        stage.commit(changes)
    }

    @Test func aProblemDoesNotNameASourceThatIsDown() async throws {
        try await CandleStage.running { stage in
            archiveIsDown(in: &stage)
            let chart = StubChart(1, bitcoin)
            stage.hub.mailbox.post(.opened(chart.subscription))
            var requests = stage.huobi.requests.makeAsyncIterator()
            _ = await requests.next()
            stage.huobi.answer(Result<[Candle], _>.failure(ProviderError(.huobiTickers, .timedOut)))
            let problem = await chart.nextProblem()
            #expect(problem?.message == "Huobi did not answer in time.")
            #expect(problem?.otherSource == nil)
        }
    }

    @Test func aProblemSaysIfTheOnlySourceOfACoinIsDown() async throws {
        try await CandleStage.running { stage in
            archiveIsDown(in: &stage)
            let chart = StubChart(1, ChartRequest(coin: CoinID(3), interval: .hour, count: 10))
            stage.hub.mailbox.post(.opened(chart.subscription))
            let problem = await chart.nextProblem()
            #expect(
                problem?.message == "Huobi does not list LEO. CryptoCompare has it, but does not answer now."
            )
            #expect(problem?.otherSource == "cryptocompare")
        }
    }
}
