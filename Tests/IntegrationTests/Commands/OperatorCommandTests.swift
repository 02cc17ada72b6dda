import Foundation
import GRDB
import PlatformKit
import Shared
import TestSupport
import Testing

@testable import PushServer
@testable import TerminalClient

/// What operators type, against the real server: what is printed, and how it ends.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct OperatorCommandTests {
    @Test func anOperatorAddsListsAndRemovesUsers() async throws {
        try await withShell { shell in
            try await shell.operate("user list").expect("ada\n")
            try await shell.operate("user add bob --password-stdin", sending: "first of bob").expect("added bob\n")
            try await shell.operate("user add bob --password-stdin", sending: "another of bob").expectFailure("bob")
            try await shell.operate("user add bob").expectFailure("--password-stdin", status: 64)
            try await shell.operate("user add eve --password-stdin", sending: "first of eve\nsecond of eve")
                .expectFailure("standard input has more than one line; give the password alone")
            try await shell.operate("user list").expect("ada\nbob\n")
            try await shell.logIn("bob", "first of bob", as: "laptop")
            try await shell.operate("user remove bob").expect("removed bob\n")
            try await shell.operate("user remove bob").expectFailure("there is no user named 'bob'")
            try await shell.use("devices", on: "laptop").expectFailure("log in", status: 77)
            try await shell.operate("user list").expect("ada\n")
        }
    }

    /// As over ssh, where standard input lasts as long as the session.
    @Test func aPasswordIsReadFromAPipeThatDoesNotEnd() async throws {
        try await withShell { shell in
            let input = Pipe()
            let program = try ServerBinary.program("tickwire-server").path
            let data = shell.directory + "/data"
            let command = try ChildProcess(
                [program, "user", "add", "bob", "--password-stdin", "--data", data],
                input: .handle(input.fileHandleForReading),
                output: .null
            )
            try input.fileHandleForWriting.write(contentsOf: Data("secret of bob\n".utf8))
            let status = await command.status()
            #expect(status == 0)
            try input.fileHandleForWriting.close()
            try await shell.operate("user list").expect("ada\nbob\n")
        }
    }

    @Test func aMistypedCommandGetsASuggestion() async throws {
        for (typed, words) in [
            ("usr list", "there is no command 'usr'; did you mean 'tickwire-server user'?"),
            ("user lst", "there is no command 'user lst'; did you mean 'tickwire-server user list'?"),
            ("start", "there is no command 'start'; 'tickwire-server --help' lists them"),
        ] {
            let arguments = typed.split(separator: " ").map(String.init)
            try await CommandRun("tickwire-server", arguments).expectFailure(words, status: 64)
        }
    }

    @Test func anOperatorSetsPasswordsAndSignsOutIfAsked() async throws {
        try await withShell { shell in
            try await shell.logIn("ada", "secret of ada", as: "laptop")
            try await shell.operate("user password ada --password-stdin", sending: "second of ada").expect(
                "set the password of ada\n"
            )
            #expect(try await shell.use("devices", on: "laptop").status == 0)
            try await shell.logIn("ada", "second of ada", as: "phone")
            let login = "login ada --password-stdin --pin \(shell.server.pin)"
            let old = try await shell.use(login, sending: "secret of ada")
            old.expectFailure("Name or password is wrong", status: 77)
            try await shell.operate("user password ada --password-stdin --sign-out", sending: "third of ada").expect(
                "set the password of ada, and signed all devices out\n"
            )
            for device in ["laptop", "phone"] {
                try await shell.use("devices", on: device).expectFailure("log in", status: 77)
            }
            try await shell.operate("user password eve --password-stdin", sending: "secret of eve").expectFailure(
                "there is no user named 'eve'"
            )
        }
    }

    @Test func anOperatorListsAndRevokesDevices() async throws {
        try await withShell { shell in
            try await shell.operate("device list ada").expect("")
            try await shell.logIn("ada", "secret of ada", as: "laptop")
            let listed = try await shell.operate("device list ada")
            #expect(listed.status == 0)
            #expect(try listed.said.wholeMatch(of: Regex("1  [-0-9]+T[0-9:]+Z  laptop\n")) != nil, "\(listed.said)")
            try await shell.operate("device revoke ada 1").expect("signed out device 1 of ada\n")
            try await shell.use("devices", on: "laptop").expectFailure("log in", status: 77)
            try await shell.operate("device revoke ada 1").expectFailure("ada has no device 1")
            try await shell.operate("device list ada").expect("")
            try await shell.operate("device list eve").expectFailure("there is no user named 'eve'")
        }
    }

    @Test func anOperatorReadsAllThatIsKeptOfAUser() async throws {
        try await withShell { shell in
            try await shell.logIn("ada", "secret of ada", as: "laptop")
            #expect(try await shell.use("favorites add BTC ETH", on: "laptop").status == 0)
            #expect(try await shell.use("favorites remove ETH", on: "laptop").status == 0)
            #expect(try await shell.use("settings set coins-only on", on: "laptop").status == 0)
            // A later version wrote a setting's field, a kind, and bytes that are no message; one text is hostile.
            let database = try DatabaseQueue(path: DataDirectory.database(in: shell.directory + "/data"))
            try await database.write { db in
                try db.execute(
                    sql: """
                        UPDATE record SET value = CAST(value || x'1007' AS BLOB) WHERE kind = 1;
                        INSERT INTO record SELECT id, 77, x'0a0448656c6f', x'0803', 9 FROM account WHERE name = 'ada';
                        INSERT INTO record SELECT id, 78, x'ff', x'fe', 9 FROM account WHERE name = 'ada';
                        INSERT INTO record SELECT id, 1, x'0a05c29b334a07', x'0a0478e280ae', 9 FROM account WHERE name = 'ada';
                        """
                )
            }
            try database.close()
            let text = try await shell.operate("user show ada")
            #expect(text.status == 0)
            for line in [
                #"setting {"name":"coins-only"} = {"text":"on"} 2: 7  version "#,
                #"list item {"coinId":1} = {"orderKey":"V01"}"#,
                #"removed list item {"coinId":1027}  version "#, #"kind 77 1: "Helo" = 1: 3  version 9"#,
                "kind 78 ff = fe  version 9", " floor 0, hash ",
            ] {
                #expect(text.said.contains(line), "\(text.said)")
            }
            #expect(!text.said.unicodeScalars.contains { $0 == "\u{9B}" || $0 == "\u{7}" || $0 == "\u{202E}" })
            let json = try await shell.operate("user show ada --json")
            #expect(!json.said.unicodeScalars.contains { $0 == "\u{9B}" || $0 == "\u{7}" || $0 == "\u{202E}" })
            let report = try JSONDecoder().decode(UserLine.self, from: Data(json.said.utf8))
            #expect(report.name == "ada" && report.account == 1 && report.floor == 0)
            #expect(report.position.version == 3 && report.position.store.count == 16 && report.database.count == 16)
            #expect(report.removed.map(\.keyBytes) == ["108308"], "coin 1027")
            #expect(report.records.count == 5)
            let unknown = try #require(report.records.first { $0.kind == 77 })
            #expect(unknown.keyBytes == "0a0448656c6f" && unknown.valueBytes == "0803")
            #expect(unknown.valueUnknownFields == "1: 3")
            let setting = try #require(report.records.first { $0.valueUnknownFields == "2: 7" })
            #expect(setting.kindName == "setting" && setting.value?["text"] == "on")
            try await shell.operate("user show eve").expectFailure("there is no user named 'eve'")
        }
    }

    @Test func anOperatorBringsTheAccountsBackFromABackupWhileTheServerRuns() async throws {
        try await withShell { shell in
            let file = shell.directory + "/accounts.bak"
            try await shell.logIn("ada", "secret of ada", as: "laptop")
            #expect(try await shell.use("favorites add BTC", on: "laptop").status == 0)
            try await shell.operate("backup \(file)").expect("backed up to \(file)\n")
            #expect(try await shell.use("favorites add ETH", on: "laptop").status == 0)
            let terminal = shell.server.terminal()
            try await terminal.connected {
                await terminal.untilReady()
                #expect(terminal.favorites.count == 2)
                try await shell.operate("restore \(file)").expect("restored from \(file)\n")
                // The server has noticed when the terminal comes back, or when its login is gone because it was made
                // after the backup.
                await terminal.until { terminal in
                    if case .stopped = terminal.link.state { true } else { terminal.favorites.count == 1 }
                }
            }
            // When the test is out of time, waiting for commands makes no sense.
            try Task.checkCancellation()
            let favorites = try await shell.use("favorites --json", on: "laptop")
            #expect(favorites.status == 0)
            #expect(favorites.said.contains("\"BTC\"") && !favorites.said.contains("\"ETH\""), "\(favorites.said)")
            let damaged = shell.directory + "/no.bak"
            try SmallFile.write(Array("not a database, but long enough to look at".utf8), to: damaged)
            try await shell.operate("restore \(damaged)").expectFailure(damaged)
            let after = try await shell.use("favorites --json", on: "laptop")
            #expect(after.said.contains("\"BTC\"") && !after.said.contains("\"ETH\""), "\(after.said)")
        }
    }

    /// A backup used to replace a device, and the database that the server had open.
    @Test func aBackupReplacesFilesAloneAndNoneOfTheServers() async throws {
        try await withShell { shell in
            let data = shell.directory + "/data"
            for name in ["users.sqlite", "users.sqlite-wal", "server.lock"] {
                try await shell.operate("backup \(data)/\(name)").expectFailure(
                    "the server uses \(data)/\(name) itself; "
                )
            }
            let pipe = shell.directory + "/pipe"
            #expect(mkfifo(pipe, 0o600) == 0)
            try await shell.operate("backup \(pipe)").expectFailure("\(pipe) is not a regular file; ")
            for command in ["backup", "restore"] {
                try await shell.operate("\(command) \(shell.directory)")
                    .expectFailure("\(shell.directory) is a folder; give the name of a file in it, as in ")
            }
            try await shell.operate("restore \(shell.directory)/nothing")
                .expectFailure(
                    "there is no file \(shell.directory)/nothing; give one that 'tickwire-server backup' wrote"
                )
            let copy = shell.directory + "/copy"
            for _ in 1...2 { try await shell.operate("backup \(copy)").expect("backed up to \(copy)\n") }
        }
    }

    /// Changes made through one server used to reach the other one's terminals only after a restart.
    @Test func aSecondServerOnADataFolderSaysThatItIsUsed() async throws {
        try await withShell { shell in
            try await shell.operate("run --listen 127.0.0.1:0 --admin off")
                .expectFailure("/data; stop that one, or use another folder")
        }
    }

    /// A name that lacks a part is refused without a question to a name server.
    @Test func aNameThatLeadsNowhereIsNoPlaceToListen() async throws {
        try await withTemporaryDirectory { directory in
            let arguments = ["run", "--listen", "127.0.0.1:0", "--admin", "no..host:0", "--data", directory + "/data"]
            try await CommandRun("tickwire-server", arguments)
                .expectFailure("cannot listen on no..host:0: its name leads to no address (")
        }
    }

    @Test func aPictureThatCannotBeWrittenSaysWhy() async throws {
        try await withShell { shell in
            try await shell.logIn("ada", "secret of ada", as: "laptop")
            try await shell.use("screenshot --to /nowhere/picture.svg", on: "laptop")
                .expectFailure("/nowhere/picture.svg cannot be written: No such file or directory; ")
        }
    }

    @Test func aFolderWithoutAccountsIsAMistake() async throws {
        try await withTemporaryDirectory { directory in
            for command in [["user", "list"], ["device", "list", "ada"], ["backup", directory + "/file"]] {
                let run = try await CommandRun("tickwire-server", command + ["--data", directory + "/nothing"])
                run.expectFailure("there are no users in")
                #expect(!FileManager.default.fileExists(atPath: directory + "/file"))
            }
        }
    }

    /// Part of an option's description used to stand in a column of its own.
    @Test(arguments: ["run", "mock", "user", "backup", "restore", "status", "drain"])
    func theHelpHasTwoColumns(command: String) async throws {
        let help = try await CommandRun("tickwire-server", [command, "--help"], environment: ["COLUMNS": "80"])
        #expect(help.status == 0)
        for line in help.said.split(separator: "\n") {
            #expect([0, 2, 26].contains(line.prefix { $0 == " " }.count), "\(line)")
        }
    }
}

/// What `tickwire-server user show --json` says.
private struct UserLine: Decodable {
    struct Position: Decodable {
        let store: String
        let version: UInt64
    }

    struct Entry: Decodable {
        let kind: UInt32
        let kindName: String?
        let keyBytes: String
        let value: [String: String]?
        let valueBytes: String?
        let valueUnknownFields: String?
        let version: UInt64

        enum CodingKeys: String, CodingKey {
            case kind, value, version
            case kindName = "kind_name"
            case keyBytes = "key_bytes"
            case valueBytes = "value_bytes"
            case valueUnknownFields = "value_unknown_fields"
        }
    }

    let name: String
    let account: Int64
    let database: String
    let position: Position
    let floor: UInt64
    let records: [Entry]
    let removed: [Entry]
}
