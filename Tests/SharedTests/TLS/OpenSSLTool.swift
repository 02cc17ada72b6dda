import Foundation

/// A run of the `openssl` command, an end of TLS that is not ours.
final class OpenSSLTool {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let exited = DispatchSemaphore(value: 0)
    private var unread = Data()

    init(_ arguments: [String]) throws {
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

    func send(_ text: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    }

    func endInput() throws {
        try input.fileHandleForWriting.close()
    }

    /// Blocks until a line contains `text` and returns it; nil at the end of the output.
    func line(containing text: String) -> String? {
        while let line = nextLine() {
            if line.contains(text) { return line }
        }
        return nil
    }

    func readAll() -> String {
        while case let more = output.fileHandleForReading.availableData, !more.isEmpty { unread += more }
        defer { unread = Data() }
        return String(decoding: unread, as: UTF8.self)
    }

    func waitForExit() -> Int32 {
        exited.wait()
        exited.signal()  // For whoever asks again.
        return process.terminationStatus
    }

    /// SIGKILL, as the command inherits a signal mask from a thread that may block the others.
    func stop() {
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
