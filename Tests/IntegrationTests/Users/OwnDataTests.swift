import Foundation
import Shared
import Testing

@testable import PushServer
@testable import TerminalClient

/// A user exports, imports and removes their own data.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct OwnDataTests {
    private func withShell(_ body: @MainActor (CommandShell) async throws -> Void) async throws {
        try await withTemporaryDirectory { directory in
            try await withServerBinary(in: directory + "/data") { server in
                let shell = CommandShell(server: server, directory: directory)
                try await shell.logIn("ada", "secret of ada", as: "laptop")
                try await body(shell)
            }
        }
    }

    @Test func anExportBringsBackWhatWasRemoved() async throws {
        try await withShell { shell in
            #expect(try await shell.use("favorites add BTC ETH", on: "laptop").status == 0)
            let export = try await shell.use("export", on: "laptop")
            #expect(export.status == 0, "\(export.said)")
            try SmallFile.write(Array(export.said.utf8), to: shell.directory + "/mine.json")
            #expect(try await shell.use("favorites clear", on: "laptop").status == 0)
            let imported = try await shell.use("import \(shell.directory)/mine.json --yes", on: "laptop")
            #expect(imported.said.contains("favorites: 2 new, 0 there already"), "\(imported.said)")
            let listed = try await shell.use("favorites", on: "laptop")
            #expect(listed.said.contains("BTC") && listed.said.contains("ETH"), "\(listed.said)")
            let again = try await shell.use("import - --yes", on: "laptop", sending: export.said)
            #expect(again.said.contains("already has all of it") && again.status == 0, "\(again.said)")
            for file in ["none.json", "data"] {
                try await shell.use("import \(shell.directory)/\(file) --yes", on: "laptop")
                    .expectFailure("cannot be read", status: 64)
            }
        }
    }

    @Test func aDeletedAccountIsGoneEverywhereAndItsNameIsFree() async throws {
        try await withShell { shell in
            try await shell.logIn("ada", "secret of ada", as: "phone")
            #expect(try await shell.use("favorites add BTC", on: "laptop").status == 0)
            let wrong = try await shell.use("account delete --password-stdin", on: "laptop", sending: "a guess")
            wrong.expectFailure("password is wrong")
            let deleted = try await shell.use("account delete --password-stdin", on: "laptop", sending: "secret of ada")
            #expect(deleted.said == "removed the account at 127.0.0.1:\(shell.server.port)\n", "\(deleted.said)")
            try await shell.use("favorites", on: "phone").expectFailure("signed out", status: 77)
            try await shell.use("favorites", on: "laptop").expectFailure("not logged in", status: 77)
            try await shell.operate("user list").expect("")
            try await shell.operate("user add ada --password-stdin", sending: "another of ada").expect("added ada\n")
            try await shell.logIn("ada", "another of ada", as: "tablet")
            let listed = try await shell.use("favorites", on: "tablet")
            #expect(listed.said == "no favorites\n", "\(listed.said)")
        }
    }
}
