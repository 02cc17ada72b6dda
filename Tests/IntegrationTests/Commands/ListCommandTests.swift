import Foundation
import Testing

/// `tickwire lists`, against the real server: what is printed, and how it ends.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ListCommandTests {
    private struct Line: Decodable, Equatable {
        struct Coin: Decodable, Equatable { let symbol: String }
        let name: String
        let coins: [Coin]
    }

    private func lists(_ shell: CommandShell) async throws -> [String] {
        let json = try await shell.use("lists --json", on: "laptop")
        let lines = try JSONDecoder().decode([Line].self, from: Data(json.said.utf8))
        return lines.map { "\($0.name): \($0.coins.map(\.symbol).joined(separator: " "))" }
    }

    @Test func listsAreMadeFilledMovedAndDeleted() async throws {
        try await withShell { shell in
            try await shell.logIn("ada", "secret of ada", as: "laptop")
            for command in [
                "favorites add BTC", "lists create DeFi", "lists create Old", "lists add defi ETH BTC",
                "lists move DeFi 1 --coin BTC", "lists move Old 1", "lists rename old Older",
            ] {
                let run = try await shell.use(command, on: "laptop")
                #expect(run.status == 0, "\(command): \(run.said)")
            }
            #expect(try await lists(shell) == ["Favorites: BTC", "Older: ", "DeFi: BTC ETH"])
            let shown = try await shell.use("lists show DeFi", on: "laptop")
            #expect(shown.said.contains("Bitcoin") && shown.said.contains("Ethereum"))
            #expect(try await shell.use("settings set currency BTC", on: "laptop").status == 0)
            #expect(try await shell.use("lists show DeFi", on: "laptop").said.contains("PRICE BTC"))
            let all = try await shell.use("lists", on: "laptop")
            #expect(all.said.contains("2  DeFi           2  BTC ETH"), "\(all.said)")
            #expect(try await shell.use("lists remove DeFi ETH", on: "laptop").status == 0)
            #expect(try await shell.use("lists delete Older", on: "laptop").status == 0)
            #expect(try await lists(shell) == ["Favorites: BTC", "DeFi: BTC"])
        }
    }

    @Test func aListIsClearedAndStays() async throws {
        try await withShell { shell in
            try await shell.logIn("ada", "secret of ada", as: "laptop")
            for command in ["favorites add BTC", "lists create DeFi", "lists add DeFi ETH BTC"] {
                #expect(try await shell.use(command, on: "laptop").status == 0, "\(command)")
            }
            let cleared = try await shell.use("lists clear defi", on: "laptop")
            let shown = try await shell.use("lists show DeFi", on: "laptop")
            let usual = "--server 127.0.0.1:\(shell.server.port) --profile \(shell.directory)/laptop"
            let way = "tickwire: to take this back: tickwire lists add DeFi ETH BTC \(usual)\n"
            #expect(cleared.status == 0 && cleared.said == way + shown.said, "\(cleared.said)")
            #expect(try await lists(shell) == ["Favorites: BTC", "DeFi: "])
            try await shell.use("lists clear Old", on: "laptop").expectFailure("there is no list 'Old'")
            #expect(try await shell.use("lists clear Favorites", on: "laptop").status == 0)
            #expect(try await lists(shell) == ["Favorites: ", "DeFi: "])
        }
    }

    @Test func whatIsRemovedAtOnceIsPrintedAsCommandsThatAddItAgain() async throws {
        try await withShell { shell in
            try await shell.logIn("ada", "secret of ada", as: "laptop")
            _ = try await shell.use("favorites add BTC ETH", on: "laptop")
            _ = try await shell.use("lists create Day", on: "laptop")
            _ = try await shell.use("lists add Day ETH", on: "laptop")
            let usual = "--server 127.0.0.1:\(shell.server.port) --profile \(shell.directory)/laptop"
            let cleared = try await shell.use("favorites clear", on: "laptop")
            let favorites = "tickwire favorites add BTC ETH \(usual)\n"
            #expect(cleared.said.contains("to take this back: \(favorites)"), "\(cleared.said)")
            let deleted = try await shell.use("lists delete Day", on: "laptop")
            let commands = "tickwire lists create Day \(usual) && tickwire lists add Day ETH \(usual)\n"
            #expect(deleted.said.contains("to take this back: \(commands)"), "\(deleted.said)")
            let again = try await shell.use("favorites clear", on: "laptop")
            #expect(!again.said.contains("to take this back"), "nothing was removed")
            let off = try await shell.use("settings set keep-favorites off", on: "laptop")
            #expect(off.said.contains("your favorites are removed in about a minute"), "\(off.said)")
            let on = try await shell.use("settings set keep-favorites on", on: "laptop")
            #expect(!on.said.contains("are removed"), "\(on.said)")
        }
    }

    /// A list keeps a coin after the market has lost it.
    @Test func aCoinThatTheMarketDoesNotHaveIsAddedAgainByItsNumber() async throws {
        try await withShell { shell in
            try await shell.logIn("ada", "secret of ada", as: "laptop")
            let usual = "--server 127.0.0.1:\(shell.server.port) --profile \(shell.directory)/laptop"
            _ = try await shell.use("lists create Day", on: "laptop")
            for (add, clear) in [("favorites add", "favorites clear"), ("lists add Day", "lists clear Day")] {
                let commands = "\(add) BTC id:999999999"
                let added = try await shell.use(commands, on: "laptop")
                #expect(added.status == 0, "\(added.said)")
                let cleared = try await shell.use(clear, on: "laptop")
                #expect(cleared.said.contains("to take this back: tickwire \(commands) \(usual)\n"), "\(cleared.said)")
                let again = try await shell.use(commands, on: "laptop")
                #expect(again.status == 0 && again.said.contains("Bitcoin"), "\(again.said)")
                let remove = clear.replacing("clear", with: "remove")
                let removed = try await shell.use("\(remove) id:999999999", on: "laptop")
                #expect(removed.status == 0, "it was there: \(removed.said)")
            }
        }
    }

    @Test func whatCannotBeIsSaidInWordsAndNothingIsDone() async throws {
        try await withShell { shell in
            try await shell.logIn("ada", "secret of ada", as: "laptop")
            #expect(try await shell.use("lists create DeFi", on: "laptop").status == 0)
            for (typed, words) in [
                ("lists create defi", "There is already a list 'DeFi'; choose another name."),
                ("lists create Favorites", "There is already a list 'Favorites'; choose another name."),
                ("lists show DeFy", "there is no list 'DeFy'; did you mean 'DeFi'? you have Favorites, DeFi"),
                ("lists show nothing", "there is no list 'nothing'; you have Favorites, DeFi"),
                ("lists delete Favorites", "Favorites always exists; it cannot be deleted"),
                ("lists rename Favorites Mine", "Favorites always exists; it cannot be renamed"),
                ("lists add DeFi ETH BTQ", "no coin 'BTQ'; did you mean BTC?"),
                ("lists create \(String(repeating: "n", count: 41))", "41 characters"),
                ("lists add DeFi ETH id:many", "'id:many' is not a coin's number; use one such as id:1"),
                ("lists remove DeFi BTC", "BTC is not in DeFi; 'tickwire lists show NAME' prints what is in a list"),
            ] {
                try await shell.use(typed, on: "laptop").expectFailure(words)
            }
            try await shell.use("lists move DeFi 2", on: "laptop")
                .expectFailure("the place 2 is out of range; use 1 to 1", status: 64)
            try await shell.use("lists move DeFi -1", on: "laptop")
                .expectFailure("'-1' is below 0, which has no meaning here; use 1 or more", status: 64)
            #expect(try await lists(shell) == ["Favorites: ", "DeFi: "])
        }
    }

    /// The market that commands are tested with has such coins.
    @Test func aSymbolThatSeveralCoinsHaveIsAskedAbout() async throws {
        try await withShell { shell in
            try await shell.logIn("ada", "secret of ada", as: "laptop")
            #expect(try await shell.use("lists create DeFi", on: "laptop").status == 0)
            let prices = try await shell.use("prices --json", on: "laptop")
            struct Row: Decodable { let id: Int, symbol: String }
            let rows = try JSONDecoder().decode([Row].self, from: Data(prices.said.utf8))
            let repeated = Dictionary(grouping: rows, by: { $0.symbol.lowercased() }).first { $0.value.count > 1 }?
                .value
            guard let repeated else { return }
            let run = try await shell.use("lists add DeFi \(repeated[0].symbol)", on: "laptop")
            #expect(run.status == 1)
            for row in repeated { #expect(run.said.contains("id:\(row.id) "), "\(run.said)") }
            let one = try await shell.use("lists add DeFi id:\(repeated[1].id)", on: "laptop")
            #expect(one.status == 0)
        }
    }
}
