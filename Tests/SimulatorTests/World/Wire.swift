import NIOCore
import Shared

@testable import PushServer

/// What is on its way between a terminal and the server, in order and unharmed, until the wire is cut.
///
/// The kernel's buffer towards the terminal holds few frames, so that a terminal that does not read is felt.
@MainActor
final class Wire {
    let capacity: Int
    private(set) var toTerminal: [ServerFrame] = []
    private(set) var toServer: [ClientFrame] = []
    /// Nothing is put in any more; what is in still arrives.
    private(set) var isCut = false
    /// The next market diff is lost, as no TCP loses it, but as an error in the server might.
    var losesDiff = false
    private(set) var hasLostDiff = false
    /// The terminal does not read.
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

    /// Only so many frames of what is under way still arrive.
    func cut(toTerminal terminalFrames: Int, toServer serverFrames: Int) {
        if isCut { return }
        isCut = true
        isStalled = false
        toTerminal = Array(toTerminal.prefix(terminalFrames))
        toServer = Array(toServer.prefix(serverFrames))
    }

    /// The server closed: everything that it said arrives, nothing that was said to it.
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
