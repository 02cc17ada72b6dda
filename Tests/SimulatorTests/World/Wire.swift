import NIOCore
import Shared

@testable import PushServer

/// The frames on their way between a terminal and the server, in order and undamaged, until the wire is cut.
///
/// The kernel's buffer to the terminal holds few frames, so that a terminal that does not read has an effect.
@MainActor
final class Wire {
    let capacity: Int
    private(set) var toTerminal: [ServerFrame] = []
    private(set) var toServer: [ClientFrame] = []
    /// Whether the wire takes no more frames. Those on their way still arrive.
    private(set) var isCut = false
    /// Whether the next market diff is lost. TCP never loses one, but an error in the server might.
    var losesDiff = false
    private(set) var hasLostDiff = false
    /// Whether the terminal does not read.
    var isStalled = false
    /// Whether frames go through their bytes.
    private let isEncoded: Bool

    init(capacity: Int, isEncoded: Bool) {
        self.capacity = capacity
        self.isEncoded = isEncoded
    }

    var hasRoom: Bool { !isCut && toTerminal.count < capacity }
    var canDeliverToTerminal: Bool { !isStalled && !toTerminal.isEmpty }
    var hasEnded: Bool { isCut && toTerminal.isEmpty }

    func put(_ frame: ServerFrame) throws {
        if losesDiff, case .marketDiff = frame {
            (losesDiff, hasLostDiff) = (false, true)
            return
        }
        if !isCut { toTerminal.append(isEncoded ? try Self.overTheWire(frame) : frame) }
    }

    func put(_ frame: ClientFrame) {
        if !isCut { toServer.append(isEncoded ? Self.overTheWire(frame) : frame) }
    }

    func takeForTerminal() -> ServerFrame { toTerminal.removeFirst() }
    func takeForServer() -> ClientFrame { toServer.removeFirst() }

    /// Only this many of the frames on their way still arrive.
    func cut(toTerminal terminalFrames: Int, toServer serverFrames: Int) {
        if isCut { return }
        isCut = true
        isStalled = false
        toTerminal = Array(toTerminal.prefix(terminalFrames))
        toServer = Array(toServer.prefix(serverFrames))
    }

    /// The server has closed. All of its frames arrive, and none that was sent to it.
    func closedByServer() { cut(toTerminal: toTerminal.count, toServer: 0) }

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
