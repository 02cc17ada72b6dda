import Foundation
import NIOCore
import Shared

/// Opens the same chart again and again, and notes how long each takes to come whole. Its state belongs to its event loop,
/// which is what makes it Sendable.
final class ChartAsker: ChannelInboundHandler, @unchecked Sendable {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let hello: Hello
    private let order: ChartOrder
    private let rounds: Int
    private let done: EventLoopPromise<[Double]>
    private var reader = FrameReader(limit: SessionLimits().serverFrameBytes)
    private var times: [Double] = []
    private var asked = ContinuousClock.now
    private var hasMarket = false

    init(hello: Hello, order: ChartOrder, rounds: Int, done: EventLoopPromise<[Double]>) {
        (self.hello, self.order, self.rounds, self.done) = (hello, order, rounds, done)
    }

    func channelActive(context: ChannelHandlerContext) { send(.hello(hello), context) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        reader.append(unwrapInboundIn(data))
        while let body = try? reader.next() {
            guard let frame = try? ServerFrame(frameBody: body) else { continue }
            switch frame {
            case .ping(let nonce): send(.pong(nonce: nonce), context)
            case .snapshotPart(let part) where part.isLast && !hasMarket:
                hasMarket = true
                ask(context)
            case .candles(let chart, let batch) where chart == number && batch.isLast: came(context)
            case .chartProblem(_, let problem): done.fail(BenchError.closed(problem.message))
            default: break
            }
        }
    }

    func channelInactive(context: ChannelHandlerContext) { done.fail(BenchError.closed("while asking for charts")) }
    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private var number: ChartID { ChartID(rawValue: UInt32(times.count + 1)) }

    private func ask(_ context: ChannelHandlerContext) {
        asked = .now
        send(.openChart(number, order), context)
    }

    private func came(_ context: ChannelHandlerContext) {
        let time = (ContinuousClock.now - asked) / .milliseconds(1)
        send(.closeChart(number), context)
        times.append(time)
        if times.count < rounds { ask(context) } else { done.succeed(times) }
    }

    private func send(_ frame: ClientFrame, _ context: ChannelHandlerContext) {
        var buffer = ByteBuffer()
        frame.write(into: &buffer)
        context.writeAndFlush(wrapOutboundOut(buffer), promise: nil)
    }
}
