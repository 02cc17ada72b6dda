import Foundation

/// A run of the `openssl` command, an end of TLS that is not ours.
package final class OpenSSLTool {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let exited = DispatchSemaphore(value: 0)
    private var unread = Data()

    package init(_ arguments: [String]) throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments
        process.standardInput = input
        process.standardOutput = output
        process.standardError = output
        process.terminationHandler = { [exited] _ in exited.signal() }
        try process.run()
        // Ours to write would keep the pipe open after the command has ended.
        try output.fileHandleForWriting.close()
    }

    /// Runs the command to its end, on a thread that may block.
    /// - Returns: all that it says.
    package static func run(_ arguments: [String], sending text: String) async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        let tool = try OpenSSLTool(arguments)
                        defer { tool.stop() }
                        // A handshake that fails ends the command before it has read.
                        try? tool.send(text)
                        return tool.readAll()
                    }
                )
            }
        }
    }

    package func send(_ text: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    }

    package func endInput() throws {
        try input.fileHandleForWriting.close()
    }

    /// Blocks until a line contains `text` and returns it; nil at the end of the output.
    package func line(containing text: String) -> String? {
        while let line = nextLine() {
            if line.contains(text) { return line }
        }
        return nil
    }

    package func readAll() -> String {
        while case let more = output.fileHandleForReading.availableData, !more.isEmpty { unread += more }
        defer { unread = Data() }
        return String(decoding: unread, as: UTF8.self)
    }

    package func waitForExit() -> Int32 {
        exited.wait()
        exited.signal()  // For whoever asks again.
        return process.terminationStatus
    }

    /// SIGKILL, as the command inherits a signal mask from a thread that may block the others.
    package func stop() {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        _ = waitForExit()
    }

    private func nextLine() -> String? {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread = Data(unread[(end + 1)...]) }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { return nil }
            unread += more
        }
    }
}
