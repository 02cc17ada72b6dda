import Foundation

/// A run of the `openssl` command, an end of TLS that is not ours.
package final class OpenSSLTool {
    private let process: ChildProcess
    private let input = Pipe()
    private let output = Pipe()
    private var unread = Data()

    package init(_ arguments: [String]) throws {
        process = try ChildProcess(
            ["openssl"] + arguments,
            input: .handle(input.fileHandleForReading),
            output: .handle(output.fileHandleForWriting),
            errors: .handle(output.fileHandleForWriting)
        )
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

    /// Blocks until the command has ended, and returns its status.
    package func waitForExit() -> Int32 { process.statusBlocking() }

    package func stop() {
        process.kill(SIGKILL)
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
