import Foundation
import NIOCore
import Shared

/// The events at the end of a pipeline. A test can read them or wait for them.
///
/// `@unchecked Sendable`: `seen` is only touched under the condition's lock.
final class TLSLog: @unchecked Sendable {
    struct State {
        var bytes: [UInt8] = []
        var reads = 0
        var events: [TLSEvent] = []
        var isInputClosed = false
        var errors: [String] = []
        var tlsErrors: [TLSError] = []
        var isInactive = false

        var text: String { String(decoding: bytes, as: UTF8.self) }
        var handshake: TLSHandshakeInfo? {
            for case .handshakeCompleted(let info) in events { return info }
            return nil
        }
    }

    private let condition = NSCondition()
    private var state = State()

    var seen: State {
        condition.lock()
        defer { condition.unlock() }
        return state
    }

    func change(_ body: (inout State) -> Void) {
        condition.lock()
        body(&state)
        condition.broadcast()
        condition.unlock()
    }

    /// Blocks until `isThere`, at most 20 seconds; returns what was seen by then.
    @discardableResult
    func wait(_ isThere: (State) -> Bool) -> State {
        let deadline = Date(timeIntervalSinceNow: 20)
        condition.lock()
        defer { condition.unlock() }
        while !isThere(state), Date() < deadline { _ = condition.wait(until: deadline) }
        return state
    }
}

/// Logs everything that arrives. It is the last handler of a pipeline.
final class TLSRecorder: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let log: TLSLog

    init(_ log: TLSLog) { self.log = log }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data)
        log.change {
            $0.bytes += bytes.readableBytesView
            $0.reads += 1
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        log.change {
            if let event = event as? TLSEvent { $0.events.append(event) }
            if case ChannelEvent.inputClosed = event { $0.isInputClosed = true }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        log.change {
            $0.errors.append("\(error)")
            if let error = error as? TLSError { $0.tlsErrors.append(error) }
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        log.change { $0.isInactive = true }
    }
}
