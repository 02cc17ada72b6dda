import Shared
import Testing

@testable import TerminalClient

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct OpenChartsTests {
    private let request = ChartRequest(coin: CoinID(1), interval: .hour, count: 10)

    @Test func openChartsAreRequestedOnEachConnection() {
        let openCharts = OpenCharts()
        let early = openCharts.open(request)
        var sent: [ClientFrame] = []
        openCharts.connected { sent.append($0) }
        #expect(sent == [.openChart(early.id, request)])
        openCharts.disconnected()
        let closed = openCharts.open(request)
        openCharts.close(closed)
        sent = []
        openCharts.connected { sent.append($0) }
        #expect(sent == [.openChart(early.id, request)])
    }

    @Test func openChartsAreRequestedInTheOrderInWhichTheyWereOpened() {
        let openCharts = OpenCharts()
        let charts = (0..<20).map { _ in openCharts.open(request) }
        var sent: [ClientFrame] = []
        openCharts.connected { sent.append($0) }
        #expect(sent == charts.map { .openChart($0.id, request) })
    }

    @Test func anAnswerForAClosedChartIsDropped() {
        let openCharts = OpenCharts()
        let chart = openCharts.open(request)
        openCharts.close(chart)
        openCharts.receive(chart.id, ChartProblem(source: "huobi", kind: .unavailable, message: "late"))
        #expect(chart.problem == nil)
    }

    @Test func aChartIsAwaitedUntilCandlesOrAProblemHaveCome() {
        let openCharts = OpenCharts()
        #expect(!openCharts.isAwaiting)
        let (served, failing) = (openCharts.open(request), openCharts.open(request))
        openCharts.receive(served.id, CandleBatch(source: "huobi", isFirst: true, isLast: true, candles: []))
        #expect(openCharts.isAwaiting)
        openCharts.receive(failing.id, ChartProblem(source: "huobi", kind: .unavailable, message: "late"))
        #expect(!openCharts.isAwaiting)
        openCharts.extend(served, to: 20)
        #expect(openCharts.isAwaiting)
        openCharts.close(served)
        #expect(!openCharts.isAwaiting)
    }

    @Test func aRequestEndsWithTheConnection() async {
        let openCharts = OpenCharts()
        #expect(
            await openCharts.detail(of: CoinID(1))
                == .failure(AnswerProblem(message: "There is no connection to the server."))
        )
        let (asked, ask) = AsyncStream.makeStream(of: ClientFrame.self)
        openCharts.connected { ask.yield($0) }
        async let answer = openCharts.detail(of: CoinID(1))
        var frames = asked.makeAsyncIterator()
        _ = await frames.next()
        #expect(openCharts.isAwaiting)
        openCharts.disconnected()
        #expect(!openCharts.isAwaiting)
        #expect(await answer == .failure(AnswerProblem(message: "There is no connection to the server.")))
    }

    @Test func withoutAConnectionAChartBeginsAsItWasWhenItWasClosed() {
        let candles = [Candle].walk(10)
        let cached = CachedChart(request: request, source: "huobi", heard: nil, candles: candles)
        let openCharts = OpenCharts(cached: [cached])
        let chart = openCharts.open(ChartRequest(coin: CoinID(1), interval: .hour, count: 300))
        #expect(chart.candles == candles && chart.isCached)
        #expect(!chart.isComplete && chart.isAwaiting)
        openCharts.connected { _ in }
        let newer = [Candle].walk(20)
        openCharts.receive(
            chart.id,
            CandleBatch(source: "huobi", isFirst: true, isLast: false, candles: Array(newer[..<5]))
        )
        #expect(chart.candles == candles, "half a series does not replace them")
        openCharts.receive(
            chart.id,
            CandleBatch(source: "huobi", isFirst: false, isLast: true, candles: Array(newer[5...]))
        )
        #expect(chart.candles == newer && !chart.isCached)
        openCharts.close(chart)
        #expect(openCharts.cached.map(\.candles) == [newer])
        let again = openCharts.open(request)
        #expect(again.candles.isEmpty, "a server that is there tells the present")
    }
}
