import Foundation

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
        let process = Process()
        process.executableURL = try ServerBinary.program(program)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        (process.standardOutput, process.standardError) = (output, errors ?? output)
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        process.terminationHandler = { _ in end.finish() }
        try process.run()
        // Ours to write would keep the pipe open after the program has ended.
        try output.fileHandleForWriting.close()
        // A program that has ended already does not read.
        try? input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try input.fileHandleForWriting.close()
        said = await Self.everything(from: output.fileHandleForReading)
        for await _ in ended {}
        // Whose time is over has not waited, and a program that still runs has no status.
        try Task.checkCancellation()
        status = process.terminationStatus
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
