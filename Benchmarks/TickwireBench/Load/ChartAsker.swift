import NIOCore
import Shared

/// Opens the same chart again and again, and records how long each takes to be complete, in milliseconds.
struct ChartAsker: Script {
    let request: ChartRequest
    let rounds: Int
    let done: EventLoopPromise<[Double]>

    private var times: [Double] = []
    private var asked = ContinuousClock.now
    private var hasMarket = false
    private var number: ChartID { ChartID(rawValue: UInt32(times.count + 1)) }

    init(request: ChartRequest, rounds: Int, done: EventLoopPromise<[Double]>) {
        (self.request, self.rounds, self.done) = (request, rounds, done)
    }

    mutating func hear(_ frame: ServerFrame, say: (ClientFrame) -> Void) {
        switch frame {
        case .snapshotPart(let part) where part.isLast && !hasMarket:
            hasMarket = true
            ask(say)
        case .candles(let chart, let batch) where chart == number && batch.isLast: came(say)
        case .chartProblem(_, let problem): done.fail(BenchError.closed(problem.message))
        default: break
        }
    }

    func lost(_ error: any Error) { done.fail(error) }

    private mutating func ask(_ say: (ClientFrame) -> Void) {
        asked = .now
        say(.openChart(number, request))
    }

    private mutating func came(_ say: (ClientFrame) -> Void) {
        let time = (ContinuousClock.now - asked) / .milliseconds(1)
        say(.closeChart(number))
        times.append(time)
        if times.count < rounds { ask(say) } else { done.succeed(times) }
    }
}
