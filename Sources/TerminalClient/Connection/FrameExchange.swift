internal import NIOCore
internal import Shared

/// The client's end of a connection on its event loop: cuts bytes into frames, answers Pings, and gives up on a server that
/// stopped responding. It is apart from `ClientConnection`, so that a busy screen does not look like a dead peer. Knows no
/// sockets and clocks.
struct FrameExchange {
    /// What is to be done with a frame of the server.
    enum Step: Equatable {
        /// For `ClientConnection`.
        case deliver(ServerFrame)
        case answer(ClientFrame)
    }

    /// What the passing of time asks for.
    enum Due: Equatable {
        case nothing
        case send(ClientFrame)
        /// Nothing was heard for too long.
        case hangUp
    }

    private var reader: FrameReader
    private var liveness: PeerLiveness

    init(limits: SessionLimits, now: NIODeadline) {
        reader = FrameReader(limit: limits.serverFrameBytes)
        liveness = PeerLiveness(limits: limits, now: now)
    }

    mutating func append(_ bytes: ByteBuffer) { reader.append(bytes) }

    /// - Returns: nil if more bytes are needed.
    /// - Throws: what makes the rest of the stream unreadable.
    mutating func next(at now: NIODeadline) throws(FrameError) -> Step? {
        guard let body = try reader.next() else { return nil }
        return received(try ServerFrame(frameBody: body), at: now)
    }

    mutating func received(_ frame: ServerFrame, at now: NIODeadline) -> Step {
        liveness.heard(at: now)
        switch frame {
        case .ping(let nonce): return .answer(.pong(nonce: nonce))
        case .welcome(let welcome):
            liveness = PeerLiveness(limits: welcome.limits, now: now)
            reader.limit = welcome.limits.serverFrameBytes
            return .deliver(frame)
        default: return .deliver(frame)
        }
    }

    /// To be called about once a second.
    mutating func timePassed(to now: NIODeadline) -> Due {
        switch liveness.verdict(at: now) {
        case .wait: .nothing
        case .ping: .send(.ping(nonce: 0))
        case .hangUp: .hangUp
        }
    }
}
