import Foundation
import Shared
import TestSupport
import Testing

/// Output that cannot be written is an error, so that nobody takes an export for kept.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct LostOutputTests {
    @Test func bothProgramsReportAFullDiskBehindTheOutput() async throws {
        try await withShell { shell in
            try await shell.logIn("ada", "secret of ada", as: "laptop")
            let usual = "--server 127.0.0.1:\(shell.server.port) --profile \(shell.directory)/laptop"
            for (program, arguments) in [
                ("tickwire", "export \(usual)"), ("tickwire", "watch \(usual)"), ("tickwire", "watch --json \(usual)"),
                ("tickwire", "bar \(usual)"), ("tickwire", "open --plain \(usual)"),
                ("tickwire-server", "user list --data \(shell.directory)/data"),
            ] {
                let path = try ServerBinary.program(program).path
                let said = "\(shell.directory)/said"
                let run = try ChildProcess(["sh", "-c", "\"\(path)\" \(arguments) >/dev/full 2>\"\(said)\""])
                #expect(await run.status() == 1, "\(program) \(arguments)")
                let words = String(decoding: try SmallFile.read(said), as: UTF8.self)
                #expect(words.contains("the output is not complete: No space left on device"), "\(program): \(words)")
            }
        }
    }
}
