import Dispatch
import Foundation

/// A program that takes a line and answers with one.
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
        // Else its end would not be ours to see.
        try output.fileHandleForWriting.close()
    }

    /// The next line that it prints.
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

    /// It ends with its input. A signal might be blocked in it, as it is in the thread that has started it.
    func stop() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}

extension Pipe {
    /// - Throws: `BenchError.serverDidNotStart` at the end.
    func readLine() throws -> String {
        var line = Data()
        while let byte = try fileHandleForReading.read(upToCount: 1), let first = byte.first {
            if first == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(first)
        }
        throw BenchError.serverDidNotStart
    }
}
