import NIOCore
import Shared

@testable import PushServer

/// The frames on their way between a client, which is a terminal or a node, and a server. They come in order and
/// undamaged, until the wire is cut.
///
/// The kernel's buffer to the client holds few frames, so that a client that does not read has an effect.
@MainActor
final class Wire {
    let capacity: Int
    private(set) var toClient: [ServerFrame] = []
    private(set) var toServer: [ClientFrame] = []
    /// Whether the wire takes no more frames. Those on their way still arrive.
    private(set) var isCut = false
    /// Whether the next market diff is lost. TCP never loses one, but an error in the server might.
    var losesDiff = false
    private(set) var hasLostDiff = false
    /// Whether the client does not read.
    var isStalled = false
    /// Whether frames go through their bytes.
    private let isEncoded: Bool

    init(capacity: Int, isEncoded: Bool) {
        self.capacity = capacity
        self.isEncoded = isEncoded
    }

    var hasRoom: Bool { !isCut && toClient.count < capacity }
    var canDeliverToClient: Bool { !isStalled && !toClient.isEmpty }
    var hasEnded: Bool { isCut && toClient.isEmpty }

    func put(_ frame: ServerFrame) throws {
        if losesDiff, case .marketDiff = frame {
            (losesDiff, hasLostDiff) = (false, true)
            return
        }
        if !isCut { toClient.append(isEncoded ? try Self.overTheWire(frame) : frame) }
    }

    func put(_ frame: ClientFrame) {
        if !isCut { toServer.append(isEncoded ? Self.overTheWire(frame) : frame) }
    }

    func takeForClient() -> ServerFrame { toClient.removeFirst() }
    func takeForServer() -> ClientFrame { toServer.removeFirst() }

    /// Only this many of the frames on their way still arrive.
    func cut(toClient clientFrames: Int, toServer serverFrames: Int) {
        if isCut { return }
        isCut = true
        isStalled = false
        toClient = Array(toClient.prefix(clientFrames))
        toServer = Array(toServer.prefix(serverFrames))
    }

    /// The server has closed. All of its frames arrive, and none that was sent to it.
    func closedByServer() { cut(toClient: toClient.count, toServer: 0) }

    private static func overTheWire(_ frame: ServerFrame) throws -> ServerFrame {
        var reader = FrameReader(limit: SessionLimits().serverFrameBytes)
        reader.append(frame.framed)
        guard let body = try reader.next() else { throw FrameError.empty }
        return try ServerFrame(frameBody: body)
    }

    private static func overTheWire(_ frame: ClientFrame) -> ClientFrame {
        var buffer = ByteBuffer()
        frame.write(into: &buffer)
        var reader = FrameReader(limit: SessionLimits().clientFrameBytes)
        reader.append(buffer)
        guard let body = try? reader.next(), let decoded = try? ClientFrame(frameBody: body) else { return .unknown }
        return decoded
    }
}
