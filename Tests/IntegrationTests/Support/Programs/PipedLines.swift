import Foundation
import NIOConcurrencyHelpers

/// What a process writes to a pipe, line by line as it comes. It ends with the process.
final class PipedLines: Sendable {
    /// The end to write to.
    let output: FileHandle
    let lines: AsyncStream<String>
    /// It is read as long as this object is there.
    private let input: FileHandle

    init() {
        let pipe = Pipe()
        let (lines, line) = AsyncStream.makeStream(of: String.self)
        (self.lines, output, input) = (lines, pipe.fileHandleForWriting, pipe.fileHandleForReading)
        let rest = NIOLockedValueBox(Data())
        input.readabilityHandler = { handle in
            let more = handle.availableData
            guard !more.isEmpty else {
                handle.readabilityHandler = nil
                return line.finish()
            }
            let whole = rest.withLockedValue { rest in
                rest += more
                var parts = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                rest = Data(parts.removeLast())
                return parts.map { String(decoding: $0, as: UTF8.self) }
            }
            for text in whole { line.yield(text) }
        }
    }

    /// Once the process has it, this end must go, or the pipe never ends.
    func started() { try? output.close() }

    /// Returns with the next line that says so; false if there is none until the end.
    func has(_ words: String) async -> Bool {
        for await line in lines where line.contains(words) { return true }
        return false
    }
}
