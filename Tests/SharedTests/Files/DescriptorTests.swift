import Foundation
import Testing

@testable import Shared

@Suite(.timeLimit(.minutes(1)))
struct DescriptorTests {
    /// What is read while the writing end of a pipe stays open, so that nothing may wait for the end.
    private func line(of text: String) throws -> [String] {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        let reader = Descriptor(pipe.fileHandleForReading.fileDescriptor)
        let (line, rest) = try reader.readLine(bytesMax: 100)
        try pipe.fileHandleForWriting.close()
        return [line, rest].map { String(decoding: $0, as: UTF8.self) }
    }

    /// As in `ssh host tickwire-server user add ada --password-stdin`.
    @Test(arguments: [
        ("first\n", ["first", ""]),
        ("first\r\n", ["first", ""]),
        ("\n", ["", ""]),
        ("first\nsecond\n\n", ["first", "second\n\n"]),
    ])
    func aLineIsReadFromAPipeThatDoesNotEnd(_ text: String, _ read: [String]) throws {
        let found = try line(of: text)
        #expect(found == read)
    }

    @Test func aLineMayEndWithThePipe() throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data("first".utf8))
        try pipe.fileHandleForWriting.close()
        let reader = Descriptor(pipe.fileHandleForReading.fileDescriptor)
        let (line, rest) = try reader.readLine(bytesMax: 100)
        #expect(line == Array("first".utf8) && rest.isEmpty)
        let (next, none) = try reader.readLine(bytesMax: 100)
        #expect(next.isEmpty && none.isEmpty, "this is the end")
    }

    @Test func aLineThatNeverEndsIsNotReadForEver() throws {
        let found = try line(of: String(repeating: "x", count: 101))
        #expect(found == [String(repeating: "x", count: 101), ""])
    }
}
