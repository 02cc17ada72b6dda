import PlatformKit
import Testing

@testable import TerminalKit

/// In a crash, the restoring bytes reach even a terminal that has no room at that moment.
struct EmergencyRestoreTests {
    private let reader: Int32
    private let writer: Int32

    /// A full pipe with a nonblocking writing end, like the terminal's.
    init() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        (reader, writer) = (ends[0], ends[1])
        for end in ends { try #require(fcntl(end, F_SETFL, O_NONBLOCK) == 0) }
        let frame = [UInt8](repeating: UInt8(ascii: "."), count: 4096)
        while write(writer, frame, frame.count) > 0 {}
    }

    /// Reads all bytes in the pipe.
    private func drain() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = read(reader, &bytes, bytes.count)
        return Array(bytes.prefix(max(0, count)))
    }

    @Test func itWaitsForATerminalThatIsBusy() {
        var all: [UInt8] = []
        TerminalModes.leave.withUnsafeBufferPointer { leave in
            EmergencyRestore.send(leave, to: writer) { _ in
                all += drain()
                return true
            }
        }
        all += drain()
        #expect(Array(all.suffix(TerminalModes.leave.count)) == TerminalModes.leave)
        for end in [reader, writer] { close(end) }
    }

    @Test func itGivesUpOnATerminalThatReadsNothing() {
        var waits = 0
        TerminalModes.leave.withUnsafeBufferPointer { leave in
            EmergencyRestore.send(leave, to: writer) { _ in
                waits += 1
                return false
            }
        }
        #expect(waits == 5)
        for end in [reader, writer] { close(end) }
    }
}
