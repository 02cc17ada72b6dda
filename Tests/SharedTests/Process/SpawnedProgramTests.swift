import Foundation
import Testing

@testable import Shared

/// Programs that Tickwire starts.
struct SpawnedProgramTests {
    @Test func aProgramsOutputGoesToTheGivenFile() async throws {
        let output = Pipe()
        let program = try SpawnedProgram(
            "/bin/sh",
            ["-c", "echo $WORD; echo gone >&2"],
            environment: ["WORD": "hello"],
            output: Descriptor(output.fileHandleForWriting.fileDescriptor)
        )
        try output.fileHandleForWriting.close()
        #expect(await Self.status(of: program) == 0)
        #expect(try output.fileHandleForReading.readToEnd() == Data("hello\n".utf8))
    }

    @Test(arguments: [("exit 7", 7), ("kill -TERM $$", 128 + 15), ("exit 0", 0)] as [(String, Int32)])
    func itsEndIsReported(script: String, status: Int32) async throws {
        #expect(await Self.status(of: try SpawnedProgram("/bin/sh", ["-c", script], environment: [:])) == status)
    }

    /// A terminal ignores SIGPIPE. A program that inherited this would write to a closed pipe forever.
    @Test func ignoredSignalsAreNotInherited() async throws {
        signal(SIGPIPE, SIG_IGN)
        let program = try SpawnedProgram("/bin/sh", ["-c", "kill -PIPE $$"], environment: [:])
        #expect(await Self.status(of: program) == 128 + SIGPIPE)
    }

    /// Otherwise it would end with the terminal's window.
    @Test func aProgramHasItsOwnSession() async throws {
        let output = Pipe()
        let program = try SpawnedProgram(
            "/bin/sh",
            ["-c", "read -r stat </proc/self/stat; echo $stat"],
            environment: [:],
            output: Descriptor(output.fileHandleForWriting.fileDescriptor)
        )
        try output.fileHandleForWriting.close()
        #expect(await Self.status(of: program) == 0)
        let line = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        let fields = line.split(separator: " ")
        // proc(5): process, name, state, parent, group, session.
        #expect(fields.count > 5 && fields[0] == fields[5])
    }

    @Test func aMissingProgramIsReported() {
        #expect(throws: SystemError("No such file or directory")) {
            _ = try SpawnedProgram("/nowhere/program", [], environment: [:])
        }
    }

    private static func status(of program: SpawnedProgram) async -> Int32 {
        await withCheckedContinuation { ended in program.whenEnded { ended.resume(returning: $0) } }
    }
}
