import Foundation
import NIOConcurrencyHelpers

/// The lines that a process writes to a pipe, as they come. They end with the process.
final class PipedLines: Sendable {
    /// The end to write to.
    let output: FileHandle
    let lines: AsyncStream<String>
    /// It stays open as long as this object exists.
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

    /// Once the process has its copy, this one must close, or the pipe never ends.
    func started() { try? output.close() }

    /// Returns true with the next line that contains the words; false if the pipe ends first.
    func has(_ words: String) async -> Bool {
        for await line in lines where line.contains(words) { return true }
        return false
    }
}
