import Foundation
import Shared
import Testing

@testable import TerminalClient

/// What programs read, printed by the real commands.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct FormatCommandTests {
    private static let commands: [(command: String, fields: [String])] = [
        ("prices --limit 3", QuoteReport.fields), ("favorites", FavoriteReport.fields), ("lists", ListReport.fields),
        ("lists show Favorites", FavoriteReport.fields), ("candles BTC --count 3", CandleReport.Row.fields),
        ("detail BTC", DetailReport.fields), ("holdings", HoldingsReport.Row.fields),
        ("holdings list", TransactionReport.Row.fields), ("alerts", FiredAlertReport.fields),
        ("settings", SettingsReport.fields), ("devices", DeviceReport.fields),
    ]

    @Test func everyCommandPrintsItsFieldsInEveryFormat() async throws {
        try await withShell { shell in
            try await shell.logIn("ada", "secret of ada", as: "laptop")
            #expect(try await shell.use("favorites add BTC ETH", on: "laptop").status == 0)
            #expect(try await shell.use("alerts add BTC --above 900000", on: "laptop").status == 0)
            #expect(try await shell.use("holdings add BTC --bought 0.5 --price 60000", on: "laptop").status == 0)
            for (command, fields) in Self.commands {
                let table = try await shell.use("\(command) --format csv", on: "laptop").said
                #expect(
                    table.split(separator: "\n").first.map(String.init) == fields.joined(separator: ","),
                    "\(command)"
                )
                let lines = try await shell.use("\(command) --format jsonl", on: "laptop").said.split(separator: "\n")
                #expect(!lines.isEmpty, "\(command)")
                for line in lines {
                    let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
                    #expect(Set(object.keys).isSubset(of: fields), "\(command)")
                }
            }
        }
    }

    @Test func aTemplateAndABarPrintOneLine() async throws {
        try await withShell { shell in
            try await shell.logIn("ada", "secret of ada", as: "laptop")
            let empty = try await shell.use("bar --once", on: "laptop")
            #expect(empty.said.contains("no favorites; name coins"))
            #expect(try await shell.use("favorites add BTC", on: "laptop").status == 0)
            try await shell.use("prices --limit 1 --format template --template {rank}/{symbol}", on: "laptop")
                .expect("1/BTC\n")
            try await shell.use("prices --format template --template {prize}", on: "laptop")
                .expectFailure("there is no field 'prize' (did you mean 'price'?)", status: 64)
            try await shell.use("favorites add ETH --format template --template {prize}", on: "laptop")
                .expectFailure("there is no field 'prize'", status: 64)
            try await shell.use("favorites --format template --template {symbol}", on: "laptop").expect("BTC\n")
            try await shell.use("prices --json --format csv", on: "laptop").expectFailure("name one of", status: 64)
            let bar = try await shell.use("bar --once", on: "laptop")
            #expect(bar.said.hasPrefix("BTC "), "the favorites are the default")
            #expect(bar.said.split(separator: "\n").count == 1)
            let tmux = try await shell.use("bar ETH --for tmux --once", on: "laptop")
            #expect(tmux.said.contains("ETH "))
            try await shell.use("bar NOSUCHCOIN --once", on: "laptop").expectFailure("no coin 'NOSUCHCOIN'")
        }
    }
}
