import Foundation
import Shared
import Testing

@testable import MockMarket
@testable import TerminalClient

/// What programs read, printed by the real commands.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct FormatCommandTests {
    /// All commands that print data once, by their names in docs/FORMATS.md, with what they need to print a row.
    private static let commands = [
        "prices": "--limit 3", "favorites": "", "lists": "", "lists show": "Favorites", "candles": "BTC --count 3",
        "detail": "BTC", "holdings": "", "holdings list": "", "alerts": "", "alerts ways": "", "alerts test": "",
        "settings": "", "devices": "",
    ]
    /// Those that show market prices.
    private static let priced: Set = ["prices", "favorites", "lists show", "candles", "detail", "holdings"]

    /// Lends a user with at least one row for each command.
    private func withRows(_ body: @MainActor (CommandShell) async throws -> Void) async throws {
        let receiver = try await LoopbackServer.start(host: "127.0.0.1", port: 0) { _ in MockReply(text: "{}") }
        try await withTemporaryDirectory { directory in
            let hosts = ["--alert-host", receiver.baseURL]
            try await withServerBinary(in: directory + "/data", arguments: hosts) { server in
                let shell = CommandShell(server: server, directory: directory)
                try await shell.logIn("ada", "secret of ada", as: "laptop")
                for command in [
                    "favorites add BTC ETH", "alerts add BTC --above 900000",
                    "holdings add BTC --bought 0.5 --price 60000",
                    "alerts ways add phone --ntfy \(receiver.baseURL)/topic",
                ] {
                    #expect(try await shell.use(command, on: "laptop").status == 0, "\(command)")
                }
                // The exchange's first prices come a moment after the listing's.
                var prices = ""
                while !prices.contains("live") { prices = try await shell.use("prices --limit 1", on: "laptop").said }
                try await body(shell)
            }
        }
        await receiver.stop()
    }

    @Test func everyCommandPrintsItsFieldsInEveryFormat() async throws {
        let formats = try DocumentedFormat.all()
        #expect(Set(formats.keys) == Set(Self.commands.keys))
        try await withRows { shell in
            for (name, format) in formats.sorted(by: { $0.key < $1.key }) {
                let command = "\(name) \(Self.commands[name] ?? "")".trimmingCharacters(in: .whitespaces)
                let output = { @MainActor (format: String) async throws -> String in
                    let run = try await shell.use("\(command) --format \(format)", on: "laptop")
                    #expect(run.status == 0, "\(command) --format \(format): \(run.said)")
                    return run.said
                }
                let count = try expectDocument(try await output("json"), of: name, format)
                #expect(count > 0, "\(command)")

                let objects = try await output("jsonl").split(separator: "\n")
                #expect(objects.count == count, "\(command)")
                for object in objects { expect(try JSONValue.reading(object), in: format.rows, of: name) }

                let names = format.rows.map(\.name)
                let tabs = try await output("tsv").split(separator: "\n")
                    .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
                #expect(tabs.first == names, "\(command)")
                #expect(tabs.count == count + 1 && tabs.allSatisfy { $0.count == names.count }, "\(command)")

                let commas = try CSVText.rows(of: try await output("csv")).map(\.cells)
                #expect(commas.first == names, "\(command)")
                #expect(commas.count == count + 1 && commas.allSatisfy { $0.count == names.count }, "\(command)")

                let line = names.map { "{\($0)}" }.joined(separator: "¦")
                let lines = try await output("template --template \(line)").split(separator: "\n")
                #expect(lines.count == count, "\(command)")
                for line in lines { #expect(line.split(separator: "¦").count == names.count, "\(command): \(line)") }
            }
        }
    }

    @Test func everyPriceComesWithItsSourceAndItsAge() async throws {
        let formats = try DocumentedFormat.all()
        for name in Self.priced {
            #expect(
                formats[name].map { ["source", "age_ms"].allSatisfy($0.rows.map(\.name).contains) } == true,
                "\(name)"
            )
        }
        try await withRows { shell in
            for name in Self.priced.sorted() {
                let command = "\(name) \(Self.commands[name] ?? "")".trimmingCharacters(in: .whitespaces)
                let text = try await shell.use(command, on: "laptop").said
                // If an exchange is late, another one takes over.
                #expect(text.contains(/Huobi|Binance/) && text.contains(/live|[0-9]+ (s|min)/), "\(command): \(text)")
                let line = try await shell.use(
                    "\(command) --format template --template {source}/{age_ms}",
                    on: "laptop"
                ).said
                #expect(
                    line.split(separator: "\n").allSatisfy { $0.contains(/^[A-Z][A-Za-z]+\/[0-9]+$/) },
                    "\(command): \(line)"
                )
            }
            let bar = try await shell.use("bar BTC --once", on: "laptop").said
            #expect(bar.contains(/\(mock market, (Huobi|Binance) (live|[0-9]+ s)\)/), "\(bar)")
        }
    }

    /// - Returns: the number of rows.
    private func expectDocument(_ text: String, of name: String, _ format: DocumentedFormat) throws -> Int {
        let value = try JSONValue.reading(text)
        var rows = value.objects ?? []
        if case .object(let object) = value {
            if name == "lists show", case .list? = object["coins"] {
                rows = object["coins"]?.objects ?? []
            } else if let fields = format.parts["The object"] {
                #expect(fields.faults(of: object).isEmpty, "\(name): \(fields.faults(of: object))")
                rows = object[name.split(separator: " ").last.map(String.init) ?? ""]?.objects ?? []
            } else {
                rows = [object]
            }
        }
        for row in rows { expect(.object(row), in: format.rows, of: name) }
        return rows.count
    }

    private func expect(_ row: JSONValue, in fields: [DocumentedFormat.Field], of name: String) {
        guard case .object(let object) = row else {
            Issue.record("\(name): a row is no object")
            return
        }
        let faults = fields.faults(of: object)
        #expect(faults.isEmpty, "\(name): \(faults)")
    }

    @Test func aLineForI3barIsAWholeStream() async throws {
        try await withShell { shell in
            try await shell.logIn("ada", "secret of ada", as: "laptop")
            let said = try await shell.use("bar BTC ETH --for i3bar --once", on: "laptop").said
            let (header, lines) = (said.prefix { $0 != "\n" }, said.drop { $0 != "\n" })
            guard case .object(let head) = try JSONValue.reading(header), case .number(1) = head["version"] else {
                Issue.record("no header: \(said)")
                return
            }
            guard case .list(let array) = try JSONValue.reading(lines), let blocks = array.first?.objects else {
                Issue.record("no array of lines: \(said)")
                return
            }
            #expect(array.count == 1 && blocks.count == 4, "two coins, the mock market and the source: \(said)")
            #expect(blocks.allSatisfy { $0["full_text"]?.isOf("text") == true })
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
            try await shell.use("prices --json --format csv", on: "laptop").expectFailure(
                "exclude each other; leave one",
                status: 64
            )
            let bar = try await shell.use("bar --once", on: "laptop")
            #expect(bar.said.hasPrefix("BTC "), "the favorites are the default")
            #expect(bar.said.split(separator: "\n").count == 1)
            let tmux = try await shell.use("bar ETH --for tmux --once", on: "laptop")
            #expect(tmux.said.contains("ETH "))
            try await shell.use("bar NOSUCHCOIN --once", on: "laptop").expectFailure("no coin 'NOSUCHCOIN'")
        }
    }
}
