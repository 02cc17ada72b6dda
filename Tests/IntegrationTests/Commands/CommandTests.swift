import Foundation
import Shared
import Testing

@testable import TerminalClient

/// What users type, against the real server: what is printed, and how it ends.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct CommandTests {
    @Test func aUserListsAndRevokesDevices() async throws {
        try await withShell { shell in
            try await shell.logIn("ada", "secret of ada", as: "laptop")
            try await shell.logIn("ada", "secret of ada", as: "phone")
            let listed = try await shell.use("devices", on: "laptop")
            #expect(listed.status == 0)
            let lines = listed.said.split(separator: "\n").sorted()
            let wanted = [
                "    2  [-0-9]+T[0-9:]+Z  127.0.0.1  phone", "   ID  LAST SEEN \\(UTC\\)       ADDRESS    NAME",
                "\\*   1  [-0-9]+T[0-9:]+Z  127.0.0.1  laptop",
            ]
            #expect(lines.count == wanted.count, "\(listed.said)")
            for (line, pattern) in zip(lines, wanted) {
                #expect(try line.wholeMatch(of: Regex(pattern)) != nil, "\(line)")
            }
            try await shell.use("devices revoke 2", on: "laptop").expect("signed out device 2\n")
            try await shell.use("devices revoke 2", on: "laptop").expectFailure("You have no device number 2.")
            try await shell.use("devices", on: "phone").expectFailure("log in", status: 77)
            let json = try await shell.use("devices --json", on: "laptop")
            let devices = try JSONDecoder().decode([DeviceLine].self, from: Data(json.said.utf8))
            #expect(devices == [DeviceLine(id: 1, name: "laptop", own: true)])
        }
    }

    @Test func changesThatStillWaitAreCountedOnStandardErrorAlone() async throws {
        try await withShell { shell in
            try await shell.logIn("ada", "secret of ada", as: "laptop")
            let before = try await shell.use("favorites --json", on: "laptop")
            let server = try #require(ServerAddress("127.0.0.1:\(shell.server.port)"))
            // As a terminal leaves them that has found no connection.
            let pending = Profile(directory: shell.directory + "/laptop").pendingDirectory(of: "ada", at: server)
            let terminal = UserReplica(journals: try PendingJournals(directory: pending))
            for coin in [CoinID(1), CoinID(2)] { terminal.mutate { .add([coin], of: $0) } }
            let errors = Pipe()
            let run = try await shell.use("favorites --json", on: "laptop", errors: errors.fileHandleForWriting)
            try errors.fileHandleForWriting.close()
            #expect(run.said == before.said && run.status == 0, "\(run.said)")
            let complaint = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            let fact = "tickwire: 2 changes still wait for \(server)"
            #expect(complaint == "\(fact): they were made without a connection, and only a terminal sends them\n")
        }
    }

    @Test func aUserChangesThePassword() async throws {
        try await withShell { shell in
            try await shell.logIn("ada", "secret of ada", as: "laptop")
            try await shell.logIn("ada", "secret of ada", as: "phone")
            try await shell.use("password --password-stdin", on: "laptop", sending: "guess\nsecond of ada")
                .expectFailure(
                    "The current password is wrong."
                )
            let first = try await shell.use(
                "password --password-stdin",
                on: "laptop",
                sending: "secret of ada\nsecond of ada"
            )
            first.expect("changed the password\n")
            #expect(try await shell.use("devices", on: "phone").status == 0, "nobody asked for more")
            let second = try await shell.use(
                "password --password-stdin --sign-out-others",
                on: "laptop",
                sending: "second of ada\nthird of ada"
            )
            second.expect("changed the password, and signed the other devices out\n")
            try await shell.use("devices", on: "phone").expectFailure("log in", status: 77)
            #expect(try await shell.use("devices", on: "laptop").status == 0)
            try await shell.logIn("ada", "third of ada", as: "phone")
        }
    }

    @Test func aLoginThatCannotBeKeptLeavesNoDevice() async throws {
        try await withShell { shell in
            let login = "login ada --password-stdin --pin \(shell.server.pin)"
            let token = shell.directory + "/blocked/token-127.0.0.1-\(shell.server.port)"
            try FileManager.default.createDirectory(atPath: token, withIntermediateDirectories: true)
            try await shell.use(login, on: "blocked", sending: "secret of ada")
                .expectFailure("\(token) cannot be written: ")
            try Data().write(to: URL(filePath: shell.directory + "/file"))
            for path in ["file", "file/profile"] {
                try await shell.use(login, on: path, sending: "secret of ada")
                    .expectFailure("/\(path) cannot be used as a folder: Not a directory; give another folder")
            }
            try await shell.operate("device list ada").expect("")
        }
    }

    /// The key used to be asked about again, or refused, as if it had never been confirmed.
    @Test func aWrongPasswordKeepsTheTrustGivenOnTheCommandLine() async throws {
        try await withShell { shell in
            try await shell.use("login ada --password-stdin --pin \(shell.server.pin)", on: "laptop", sending: "guess")
                .expectFailure("Name or password is wrong.", status: 77)
            try await shell.use("login ada --password-stdin", on: "laptop", sending: "secret of ada")
                .expect("logged in to 127.0.0.1:\(shell.server.port) as ada\n")
        }
    }

    @Test func aLoginFromTheSameProfileIsTheSameDevice() async throws {
        try await withShell { shell in
            for name in ["laptop", "laptop"] { try await shell.logIn("ada", "secret of ada", as: name) }
            try await shell.logIn("ada", "secret of ada", as: "phone")
            let devices = try await shell.operate("device list ada").said
            #expect(devices.split(separator: "\n").count == 2, "\(devices)")
        }
    }

    @Test func aUserAddsFavorites() async throws {
        try await withShell { shell in
            try await shell.logIn("ada", "secret of ada", as: "laptop")
            try await shell.use("favorites", on: "laptop").expect("no favorites\n")
            let added = try await shell.use("favorites add ETH BTC", on: "laptop")
            #expect(added.status == 0)
            let symbols = added.said.split(separator: "\n").dropFirst().map { $0.split(separator: " ")[1] }
            #expect(symbols == ["ETH", "BTC"], "\(added.said)")
            try await shell.use("favorites add NOSUCHCOIN", on: "laptop").expectFailure("NOSUCHCOIN")
            let listed = try await shell.use("favorites --json", on: "laptop")
            let favorites = try JSONDecoder().decode([QuoteLine].self, from: Data(listed.said.utf8))
            #expect(favorites.map(\.symbol) == ["ETH", "BTC"])
        }
    }

    @Test func pricesAreSortedByVolumeWhereAsked() async throws {
        try await withShell { shell in
            try await shell.logIn("ada", "secret of ada", as: "laptop")
            let up = try await volumes(shell, "prices --sort volume --json")
            #expect(up == up.sorted())
            let down = try await volumes(shell, "prices --sort volume --descending --json")
            #expect(down == down.sorted(by: >))
            try await shell.use("prices --sort taste", on: "laptop").expectFailure("taste", status: 64)
        }
    }

    @Test func commandsThatPrintMadeUpPricesSayThatTheyAre() async throws {
        try await withShell { shell in
            try await shell.logIn("ada", "secret of ada", as: "laptop")
            #expect(try await !shell.use("favorites", on: "laptop").warnsOfMock, "it prints no price")
            for command in [
                "favorites add BTC", "holdings add BTC --bought 1 --price 1", "holdings", "lists show Favorites",
                "prices", "prices --json", "detail BTC", "candles BTC", "bar BTC --once",
            ] {
                let run = try await shell.use(command, on: "laptop")
                #expect(run.status == 0 && run.warnsOfMock, "\(command): \(run.said)")
            }
            #expect(try await !shell.use("settings", on: "laptop").warnsOfMock)
            #expect(try await shell.use("candles BTC --json", on: "laptop").said.contains("\"mock_market\" : true"))
            #expect(try await shell.server.metrics().contains("tickwire_market_info{market=\"mock\"} 1\n"))
        }
    }

    @Test func aScriptCanSayHowOldAPriceMayBe() async throws {
        try await withShell { shell in
            try await shell.logIn("ada", "secret of ada", as: "laptop")
            // The exchange's first prices come a moment after the listing's.
            var young = ""
            while !young.contains("\"live\" : true") {
                let run = try await shell.use("prices --json --max-age 1h", on: "laptop")
                #expect(run.status == 0)
                young = run.said
            }
            try await shell.use("prices --limit 1 --max-age 0ms", on: "laptop")
                .expectFailure("more than --max-age 0ms", status: 75)
            // A price that came within the same millisecond is not too old.
            var candles = try await shell.use("candles BTC --max-age 0ms", on: "laptop")
            while candles.status == 0 { candles = try await shell.use("candles BTC --max-age 0ms", on: "laptop") }
            candles.expectFailure("more than --max-age 0ms", status: 75)
            try await shell.use("watch --max-age 0ms", on: "laptop")
                .expectFailure("the newest price is", status: 75)
            try await shell.use("prices --max-age soon", on: "laptop").expectFailure("soon", status: 64)
            try await shell.use("prices --max-age 60", on: "laptop")
                .expectFailure("'60' has no unit; use 60s for seconds", status: 64)
        }
    }

    /// The volumes of five coins, in the order in which they are printed.
    private func volumes(_ shell: CommandShell, _ command: String) async throws -> [UInt64] {
        let run = try await shell.use(command, on: "laptop")
        #expect(run.status == 0)
        let all = try JSONDecoder().decode([QuoteLine].self, from: Data(run.said.utf8)).map(\.volume)
        let known = all.compactMap(\.self)
        #expect(all.count == 5 && Set(known).count > 1, "\(run.said)")
        #expect(all.prefix(known.count).allSatisfy { $0 != nil }, "unknown values come last")
        return known
    }

    /// They used to be taken for links, or for too many arguments.
    @Test func aMistypedCommandGetsASuggestion() async throws {
        try await withTemporaryDirectory { directory in
            for (typed, words) in [
                ("device", "there is no command 'device'; did you mean 'tickwire devices'?"),
                ("device revoke 1", "there is no command 'device'; did you mean 'tickwire devices'?"),
                ("favorites ad BTC", "there is no command 'favorites ad'; did you mean 'tickwire favorites add'?"),
                ("BTC", "there is no command 'BTC'; 'tickwire --help' lists them"),
                ("http://prices", "'http://prices' is not a link; links begin with tickwire://"),
            ] {
                let arguments = typed.split(separator: " ").map(String.init) + ["--profile", directory]
                try await CommandRun("tickwire", arguments).expectFailure(words, status: 64)
            }
        }
    }

    @Test func aNewPasswordHasEightCharactersOrMore() async throws {
        try await withShell { shell in
            try await shell.operate("user add bob --password-stdin", sending: "sevens!")
                .expectFailure("the password has 7 characters; use at least 8")
            try await shell.logIn("ada", "secret of ada", as: "laptop")
            try await shell.use("password --password-stdin", on: "laptop", sending: "secret of ada\nübel")
                .expectFailure("The new password has 4 characters; use at least 8.")
            try await shell.use("password --password-stdin", on: "laptop", sending: "secret of ada\neightsch")
                .expect("changed the password\n")
        }
    }

    @Test func aServerWithANewKeyIsReportedWithTheWayToTrustIt() async throws {
        try await withShell { shell in
            try await shell.logIn("ada", "secret of ada", as: "laptop")
            let profile = Profile(directory: shell.directory + "/laptop")
            let address = ServerAddress(host: "127.0.0.1", port: shell.server.port)
            let former = "sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
            try profile.remember(try #require(PublicKeyPin(former)), of: address)
            let file = profile.knownServers.path
            let way = "remove the line of \(address) from \(file), or start with --pin and the new key."
            try await shell.use("favorites", on: "laptop").expectFailure(way, status: 77)
            try await shell.use("login ada --password-stdin", on: "laptop", sending: "secret of ada")
                .expectFailure(way, status: 77)
            try await shell.use("favorites --pin \(former)", on: "laptop")
                .expectFailure("If the new key is right, give it with --pin.", status: 77)
            #expect(try await shell.use("favorites --pin \(shell.server.pin)", on: "laptop").status == 0)
        }
    }

    @Test func aCommandWithoutALoginSaysHowToLogIn() async throws {
        try await withShell { shell in
            for command in ["prices", "favorites add BTC", "devices", "devices revoke 1"] {
                let server = "127.0.0.1:\(shell.server.port)"
                // The profile, too: a login in another one would not help.
                let login = "tickwire login NAME --server \(server) --profile \(shell.directory)/nowhere\n"
                try await shell.use(command).expectFailure("not logged in to \(server); run: \(login)", status: 77)
            }
        }
    }
}

/// The part of `tickwire devices --json` that is the same each time.
private struct DeviceLine: Decodable, Equatable {
    let id: UInt64
    let name: String
    let own: Bool
}

/// What `--json` says about a coin's price.
private struct QuoteLine: Decodable {
    enum CodingKeys: String, CodingKey {
        case symbol
        case volume = "volume_24h"
    }

    let symbol: String
    let volume: UInt64?
}
