import Foundation
import Shared
import TestSupport
import Testing

@testable import PushServer
@testable import TerminalClient

/// Moving a user's data from the private server to a shared one.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct MoveTests {
    /// Lends a home with BTC on its private server, and a login at a server that knows ETH.
    private func withBoth(_ body: @MainActor (LocalHome, _ server: String) async throws -> Void) async throws {
        try await LocalHome.lend { home in
            try await withServerBinary(in: home.directory + "/server") { server in
                let address = "127.0.0.1:\(server.port)"
                let login = try await CommandRun(
                    "tickwire",
                    ["login", "ada", "--password-stdin", "--server", address, "--pin", "\(server.pin)"],
                    sending: "secret of ada\n",
                    environment: home.environment
                )
                #expect(login.status == 0, "\(login.said)")
                for (coin, place) in [("ETH", address), ("BTC", "local-mock")] {
                    let added = try await home.run("tickwire", "favorites", "add", coin, "--server", place)
                    #expect(added.status == 0, "\(added.said)")
                }
                try await body(home, address)
            }
        }
    }

    private func favorites(_ home: LocalHome, at server: String) async throws -> [String] {
        let run = try await home.run("tickwire", "favorites", "--server", server)
        return ["BTC", "ETH"].filter(run.said.contains)
    }

    @Test func everythingComesAlongAndTheServerIsOpenedFromThenOn() async throws {
        try await withBoth { home, server in
            let run = try await home.run("tickwire", "move-to", server, "--mock", "--yes")
            #expect(run.status == 0, "\(run.said)")
            #expect(run.said.contains("favorites: 1 new, 0 there already"), "\(run.said)")
            let listed = try await home.run("tickwire", "favorites")
            #expect(listed.said.contains("BTC") && listed.said.contains("ETH"), "\(listed.said)")
            #expect(try await favorites(home, at: "local-mock") == ["BTC"])
            let again = try await home.run("tickwire", "move-to", server, "--mock", "--yes")
            #expect(again.said == "\(server) already has all of it\n")
        }
    }

    /// A private server ends with its last terminal, so it has no ways of delivery that could be moved.
    @Test func aPrivateServerSaysThatItPostsNothing() async throws {
        try await LocalHome.lend { home in
            let add = ["alerts", "ways", "add", "phone", "--ntfy", "https://ntfy.sh/mine", "--server", "local-mock"]
            let run = try await CommandRun("tickwire", add, environment: home.environment)
            #expect(run.status == 64)
            #expect(run.said.contains("your private server posts to no other host"), "\(run.said)")
        }
    }

    @Test func aQuestionComesFirstAndOneUndoTakesItBack() async throws {
        try await withBoth { home, server in
            let refused = try home.open(["move-to", server, "--mock"])
            try await refused.until(shows: "Add what is new to ada at \(server)? [yes/no]")
            refused.type("no\n")
            #expect(await refused.ended() == 1)
            #expect(try await favorites(home, at: server) == ["ETH"])
            let program = try home.open(["move-to", server, "--mock"])
            try await program.until(shows: "[yes/no]")
            program.type("Y\n")
            try await program.until(shows: "type 'undo' to take it back")
            #expect(try await favorites(home, at: server) == ["BTC", "ETH"])
            program.type("undo\n")
            #expect(await program.ended() == 1)
            #expect(try await favorites(home, at: server) == ["ETH"])
        }
    }

    /// Once, the answer added what the account had lacked before the question, over what other devices had done.
    @Test func whatAnotherDeviceDoesBeforeTheAnswerStaysAsItIs() async throws {
        try await withBoth { home, server in
            let program = try home.open(["move-to", server, "--mock"])
            try await program.until(shows: "[yes/no]")
            let run = try await home.run("tickwire", "favorites", "add", "BTC", "--server", server)
            #expect(run.status == 0, "\(run.said)")
            program.type("yes\n")
            try await program.until(shows: "\(server) already has all of it")
            #expect(program.screen.text.contains("what would be added has changed meanwhile"))
            #expect(await program.ended() == 0)
        }
    }

    @Test func theQuestionComesAgainIfSomethingElseWouldBeAdded() async throws {
        try await withBoth { home, server in
            let more = try await home.run("tickwire", "favorites", "add", "SOL", "--server", "local-mock")
            #expect(more.status == 0, "\(more.said)")
            let program = try home.open(["move-to", server, "--mock"])
            try await program.until { $0.text.contains("favorites: 2 new, 0") && $0.text.contains("[yes/no]") }
            let run = try await home.run("tickwire", "favorites", "add", "BTC", "--server", server)
            #expect(run.status == 0, "\(run.said)")
            program.type("yes\n")
            try await program.until(shows: "favorites: 1 new, 1 there already")
            program.type("yes\n")
            try await program.until(shows: "type 'undo' to take it back")
            program.type("undo\n")
            try await program.until(shows: "taken back; \(server) is as it was")
            #expect(await program.ended() == 1)
            #expect(try await favorites(home, at: server) == ["BTC", "ETH"])
        }
    }

    @Test func anUndoTellsWhatAnotherDeviceHasChangedSince() async throws {
        try await withBoth { home, server in
            let program = try home.open(["move-to", server, "--mock"])
            try await program.until(shows: "[yes/no]")
            program.type("yes\n")
            try await program.until(shows: "type 'undo' to take it back")
            for change in ["remove", "add"] {
                let run = try await home.run("tickwire", "favorites", change, "BTC", "--server", server)
                #expect(run.status == 0, "\(run.said)")
            }
            program.type("undo\n")
            try await program.until(shows: "except 1 record, which has been changed since on another device")
            #expect(await program.ended() == 1)
            #expect(try await favorites(home, at: server) == ["BTC", "ETH"])
        }
    }

    /// The server does not remember all of what the parts of so large an import have done.
    @Test func anUndoTakesBackAllOfALargeImport() async throws {
        try await withBoth { home, server in
            let path = home.directory + "/large.json"
            try SmallFile.write(Array(try export(transactions: 3000, of: server).json.utf8), to: path)
            let program = try home.open(["import", path, "--server", server])
            try await program.until(shows: "[yes/no]")
            #expect(program.screen.text.contains("transactions: 3000 new, 0 there already"))
            program.type("yes\n")
            try await program.until(shows: "type 'undo' to take it back")
            program.type("undo\n")
            try await program.until(shows: "taken back; \(server) is as it was")
            #expect(await program.ended() == 1)
            let listed = try await home.run("tickwire", "holdings", "list", "--server", server)
            #expect(listed.said.contains("no transactions"), "\(listed.said)")
        }
    }

    private func export(transactions count: UInt64, of server: String) throws -> UserExport {
        let transactions = (1...count).map { number in
            Transaction(
                TransactionID(rawValue: number),
                .bought,
                .one,
                of: CoinID(1),
                money: .price(.one),
                at: MarketTime(seconds: 1_700_000_000)
            )
        }
        let records = transactions.map { Record(key: $0.key, value: $0.value, version: 1) }
        return UserExport(
            of: UserTable(version: 1, records: records),
            devices: [],
            user: "ada",
            server: try #require(ServerAddress(server)),
            time: .now
        )
    }

    @Test func withoutALoginThereNothingIsMoved() async throws {
        try await LocalHome.lend { home in
            let run = try await home.run("tickwire", "move-to", "127.0.0.1:1", "--mock", "--yes")
            run.expectFailure("not logged in to 127.0.0.1:1", status: 77)
            #expect(home.server == nil)
        }
    }
}
