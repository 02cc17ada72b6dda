import Shared
import Testing

@testable import TerminalClient

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ChartDeskTests {
    private let order = ChartOrder(coin: CoinID(1), interval: .hour, count: 10)

    @Test func whatIsOpenIsAskedForWithEachConnection() {
        let desk = ChartDesk()
        let early = desk.open(order)
        var sent: [ClientFrame] = []
        desk.connected { sent.append($0) }
        #expect(sent == [.openChart(early.id, order)])
        desk.disconnected()
        let closed = desk.open(order)
        desk.close(closed)
        sent = []
        desk.connected { sent.append($0) }
        #expect(sent == [.openChart(early.id, order)])
    }

    @Test func anAnswerForAChartThatIsClosedIsDropped() {
        let desk = ChartDesk()
        let chart = desk.open(order)
        desk.close(chart)
        desk.receive(chart.id, ChartProblem(source: "huobi", kind: .unavailable, message: "late"))
        #expect(chart.problem == nil)
    }

    @Test func aChartIsAwaitedUntilCandlesOrAProblemHaveCome() {
        let desk = ChartDesk()
        #expect(!desk.isAwaiting)
        let (served, failing) = (desk.open(order), desk.open(order))
        desk.receive(served.id, CandleBatch(source: "huobi", isFirst: true, isLast: true, candles: []))
        #expect(desk.isAwaiting)
        desk.receive(failing.id, ChartProblem(source: "huobi", kind: .unavailable, message: "late"))
        #expect(!desk.isAwaiting)
        desk.extend(served, to: 20)
        #expect(desk.isAwaiting)
        desk.close(served)
        #expect(!desk.isAwaiting)
    }

    @Test func aQuestionEndsWithTheConnection() async {
        let desk = ChartDesk()
        #expect(
            await desk.detail(of: CoinID(1))
                == .failure(DetailProblem(message: "There is no connection to the server."))
        )
        let (asked, ask) = AsyncStream.makeStream(of: ClientFrame.self)
        desk.connected { ask.yield($0) }
        async let answer = desk.detail(of: CoinID(1))
        var frames = asked.makeAsyncIterator()
        _ = await frames.next()
        #expect(desk.isAwaiting)
        desk.disconnected()
        #expect(!desk.isAwaiting)
        #expect(await answer == .failure(DetailProblem(message: "There is no connection to the server.")))
    }
}
