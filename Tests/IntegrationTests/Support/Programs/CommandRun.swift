import Foundation
import TestSupport

/// One of our programs, run to its end.
struct CommandRun: Sendable {
    /// On standard output, and on standard error unless that went elsewhere, as they came.
    let said: String
    let status: Int32

    /// - Parameter errors: where standard error goes; nil: into `said`.
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
        // Ours to write would keep the pipe open after the program has ended.
        try output.fileHandleForWriting.close()
        // A program that has ended already does not read.
        try? input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try input.fileHandleForWriting.close()
        said = await Self.everything(from: output.fileHandleForReading)
        // Whose time is over has not waited, and a program that still runs has no status.
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
