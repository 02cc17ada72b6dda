package import NIOCore

/// The client's end of a connection on its event loop: cuts bytes into frames, answers Pings, and gives up on a server
/// that does not respond. The meaning of the frames is decided elsewhere, so that a busy screen does not look like a
/// dead peer. A terminal and a node that follows another one both use it. It knows no sockets or clocks.
package struct FrameExchange {
    /// Nothing arrived for longer than the limit.
    package struct Silence: Error {}

    /// What to do with a frame of the server.
    package enum Step: Equatable {
        case deliver(ServerFrame)
        case answer(ClientFrame)
    }

    /// What is due after some time.
    package enum Due: Equatable {
        case nothing
        case send(ClientFrame)
        /// Nothing arrived for too long.
        case hangUp
    }

    private var reader: FrameReader
    private var liveness: PeerLiveness

    package init(limits: SessionLimits, now: NIODeadline) {
        reader = FrameReader(limit: limits.serverFrameBytes)
        liveness = PeerLiveness(limits: limits, now: now)
    }

    package mutating func append(_ bytes: ByteBuffer) { reader.append(bytes) }

    /// - Returns: what to do with the next frame, and the bytes of its body; nil if more bytes are needed.
    /// - Throws: `FrameError` if the rest of the stream cannot be read.
    package mutating func next(at now: NIODeadline) throws(FrameError) -> (step: Step, body: ByteBuffer)? {
        guard let body = try reader.next() else { return nil }
        return (received(try ServerFrame(frameBody: body), at: now), body)
    }

    package mutating func received(_ frame: ServerFrame, at now: NIODeadline) -> Step {
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

    /// When `timePassed` next has something to do, if no frame arrives. A frame may move it later or earlier: earlier after
    /// a Ping, or by a Welcome with shorter limits.
    package var due: NIODeadline { liveness.due }

    package mutating func timePassed(to now: NIODeadline) -> Due {
        switch liveness.verdict(at: now) {
        case .wait: .nothing
        case .ping: .send(.ping(nonce: 0))
        case .hangUp: .hangUp
        }
    }
}
