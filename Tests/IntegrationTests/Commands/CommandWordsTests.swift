import Foundation
import Testing

/// What commands say where there is nothing to print, and how they end.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct CommandWordsTests {
    @Test func aCheckOfAConfigurationThatDoesNotExistSaysThatTheDefaultsHold() async throws {
        try await withTemporaryDirectory { directory in
            let check = ["config", "check", "--profile", directory]
            let path = directory + "/config.yaml"
            try await CommandRun("tickwire", check).expect("there is no file \(path); the defaults hold\n")
            try await CommandRun("tickwire", ["config", "init", "--profile", directory]).expect("\(path)\n")
            try await CommandRun("tickwire", check).expect("\(path): no mistakes\n")
        }
    }

    @Test func aFilterThatNoCoinMatchesIsNamedOnStandardError() async throws {
        try await withShell { shell in
            try await shell.logIn("ada", "secret of ada", as: "laptop")
            let words = "tickwire: no coin's name or symbol contains 'zzzzzz'; "
            let table = try await shell.use("prices --filter zzzzzz", on: "laptop")
            #expect(table.said.contains(words) && !table.said.contains("RANK"), "\(table.said)")
            #expect(table.status == 0)
            let errors = Pipe()
            let use = "prices --filter zzzzzz --json"
            let json = try await shell.use(use, on: "laptop", errors: errors.fileHandleForWriting)
            try errors.fileHandleForWriting.close()
            #expect(json.said.filter { !$0.isWhitespace } == "[]" && json.status == 0, "\(json.said)")
            let complaint = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            #expect(complaint.hasPrefix(words), "\(complaint)")
        }
    }
}
