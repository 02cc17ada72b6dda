import Dispatch
import Foundation

/// A program that reads a line and answers with a line.
final class Helper: Sendable {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    var usage: ProcessUsage { ProcessUsage(pid: process.processIdentifier) }

    init(_ program: URL, _ arguments: [String]) throws {
        process.executableURL = program
        process.arguments = arguments
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        // Otherwise this process would not see the end of the output.
        try output.fileHandleForWriting.close()
    }

    /// The next line of its output.
    func line() async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { [output] in
                continuation.resume(with: Result { try output.readLine() })
            }
        }
    }

    func ask(_ question: String) async throws -> [Substring] {
        input.fileHandleForWriting.write(Data((question + "\n").utf8))
        return try await line().split(separator: " ")
    }

    /// Stops the program by closing its input. Signals may be blocked in it, as in the thread that started it.
    func stop() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}

extension Pipe {
    /// - Throws: `BenchError.serverDidNotStart` at the end of the output.
    func readLine() throws -> String {
        var line = Data()
        while let byte = try fileHandleForReading.read(upToCount: 1), let first = byte.first {
            if first == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(first)
        }
        throw BenchError.serverDidNotStart
    }
}
