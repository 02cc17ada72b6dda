import Foundation
import Shared
import Testing

@testable import TerminalClient

@MainActor
struct LineOutputTests {
    @Test func aFullDiskIsAFault() throws {
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        let output = LineOutput(Descriptor(full.fileDescriptor))
        output.write(["BTC 64123.50"])
        #expect(output.isClosed)
        #expect(output.fault == SystemError("No space left on device"))
        try full.close()
    }

    @Test func aReaderThatHasGoneIsNoFault() throws {
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        let output = LineOutput(Descriptor(pipe.fileHandleForWriting.fileDescriptor))
        output.write(["BTC 64123.50"])
        #expect(output.isClosed)
        #expect(output.fault == nil)
        try pipe.fileHandleForWriting.close()
    }
}
