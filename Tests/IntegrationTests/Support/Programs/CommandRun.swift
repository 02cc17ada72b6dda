import Foundation
import TestSupport

/// One of our programs, run to its end.
struct CommandRun: Sendable {
    /// The text on standard output, and on standard error unless that went elsewhere, in the order in which it came.
    let said: String
    /// Whether it has warned that prices are made up. The servers of most tests run their mock market, so `said` leaves this
    /// line out.
    let warnsOfMock: Bool
    let status: Int32

    private static let warning = "tickwire: these prices are made up: the server runs its mock market\n"

    /// - Parameter errors: the file for standard error; nil: it is part of `said`.
    init(
        _ program: String,
        _ arguments: [String],
        sending text: String = "",
        environment: [String: String] = [:],
        errors: FileHandle? = nil
    ) async throws {
        try await self.init(
            command: [ServerBinary.program(program).path] + arguments,
            sending: text,
            environment: environment,
            errors: errors
        )
    }

    /// - Parameter command: any program, by its path, and its arguments.
    init(
        command: [String],
        sending text: String = "",
        environment: [String: String] = [:],
        errors: FileHandle? = nil
    ) async throws {
        let (input, output) = (Pipe(), Pipe())
        let process = try ChildProcess(
            command,
            environment: ProcessInfo.processInfo.environment.merging(environment) { $1 },
            input: .handle(input.fileHandleForReading),
            output: .handle(output.fileHandleForWriting),
            errors: .handle(errors ?? output.fileHandleForWriting)
        )
        // Our copy of the writing end would keep the pipe open after the program has ended.
        try output.fileHandleForWriting.close()
        // A program that has already ended reads nothing.
        try? input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try input.fileHandleForWriting.close()
        let all = await Self.everything(from: output.fileHandleForReading)
        (said, warnsOfMock) = (all.replacing(Self.warning, with: ""), all.contains(Self.warning))
        // A cancelled test does not wait, and a program that still runs has no status.
        guard let status = await process.status() else { throw CancellationError() }
        self.status = status
    }

    /// Reads on a thread that may block.
    private static func everything(from file: FileHandle) async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let bytes = (try? file.readToEnd()) ?? Data()
                continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
            }
        }
    }
}
