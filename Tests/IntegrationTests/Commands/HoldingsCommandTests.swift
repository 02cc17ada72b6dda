import Foundation
import Shared
import Testing

/// What users type about their holdings, against the real server.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct HoldingsCommandTests {
    private struct Report: Decodable {
        struct Row: Decodable {
            let symbol: String?
            let amount: String
            let cost: String
            let realized: String
            let accounts: [String: String]
            let source: String?
            let age: Int?
            let live: Bool

            enum CodingKeys: String, CodingKey {
                case symbol, amount, cost, realized, accounts, source, live
                case age = "age_ms"
            }
        }

        let currency: String
        let method: String
        let holdings: [Row]
    }

    /// - Parameter run: a command that has also said something on standard error, or not.
    private func report(_ run: CommandRun) throws -> Report {
        let lines = run.said.split(separator: "\n").filter { !$0.hasPrefix("tickwire: ") }
        return try JSONDecoder().decode(Report.self, from: Data(lines.joined(separator: "\n").utf8))
    }

    @Test func aUserAddsSellsAndMoves() async throws {
        try await withShell { shell in
            try await shell.logIn("ada", "secret of ada", as: "laptop")
            let empty = try await shell.use("holdings", on: "laptop")
            #expect(empty.said.contains("no holdings") && empty.status == 0)
            let time = "--time 2024-03-0"
            for command in [
                "add id:1 --bought 1 --price 100 --fee 5 --account exchange \(time)1",
                "add id:1 --bought 1 --total 300 --account exchange \(time)2",
                "add id:1 --moved 0.5 --account exchange --to wallet \(time)3",
            ] {
                let run = try await shell.use("holdings \(command) --json", on: "laptop")
                #expect(run.status == 0, "\(run.said)")
            }
            let sold = try await shell.use(
                "holdings add id:1 --sold 1 --price 400 --account exchange \(time)4 --json",
                on: "laptop"
            )
            var row = try #require(try report(sold).holdings.first, "\(sold.said)")
            #expect((row.amount, row.cost, row.realized) == ("1", "202.5", "197.5"))
            #expect(row.accounts == ["exchange": "0.5", "wallet": "0.5"])
            // The first prices of a new server may be those of the listing.
            while row.source != "Huobi" {
                row = try #require(try report(try await shell.use("holdings --json", on: "laptop")).holdings.first)
            }
            #expect(row.live)
            #expect(try #require(row.age) < 10_000)
            let text = try await shell.use("holdings", on: "laptop").said
            let lines = text.split(separator: "\n").filter { !$0.hasPrefix("tickwire: ") }
            #expect(lines[0].hasSuffix(" AGE") && lines[1].hasSuffix(" live"))
            #expect(try await shell.use("settings set cost-method fifo", on: "laptop").status == 0)
            let fifo = try report(try await shell.use("holdings --json", on: "laptop"))
            #expect(fifo.method == "fifo" && fifo.holdings.first?.realized == "295")
        }
    }

    @Test func whatCannotBeIsRefusedInWords() async throws {
        try await withShell { shell in
            try await shell.logIn("ada", "secret of ada", as: "laptop")
            let add = { (words: String) in try await shell.use("holdings add " + words, on: "laptop") }
            try await add("id:1 --sold 1 --price 5").expectFailure("1 more than you held then")
            try await add("id:1 --bought many --price 5").expectFailure("'many' is not a number", status: 64)
            try await add("id:1 --bought -1 --price 5").expectFailure("an amount below 0: -1", status: 64)
            try await add("id:1 --bought 0 --price 5").expectFailure("an amount that is not above 0", status: 64)
            try await add("id:1 --bought 1").expectFailure("--price PRICE and --total TOTAL", status: 64)
            try await add("id:1 --bought 1 --price 5 --in XAU --time 2020-01-02")
                .expectFailure("the rate of XAU on 2020-01-02 is not known; give it with --rate", status: 64)
            try await add("id:1 --bought 1 --price 5 --in XQZ --rate 1")
                .expectFailure("--in 'XQZ' is not a currency; use a code such as USD", status: 64)
            try await add("id:1 --bought 1 --price 5 --in EUR --rate 0").expectFailure("a rate of 0", status: 64)
            try await add("id:1 --bought \(String(repeating: "9", count: 50)) --price 5")
                .expectFailure("the amount has 50 characters; use at most 40", status: 64)
            try await add("id:1 --bought 1 --price 5 --time 1999-01-01")
                .expectFailure("is before 2009-01-03", status: 64)
            try await add("id:1 --bought 1 --price 5 --note \(String(repeating: "n", count: 201))")
                .expectFailure("--note has 201 characters; use at most 200", status: 64)
            try await add("NOSUCHCOIN --bought 1 --price 5").expectFailure("NOSUCHCOIN")
            #expect(try await add("id:1 --sold 1 --price 5 --force").status == 0)
            try await shell.use("holdings remove 0000000000000007", on: "laptop").expectFailure(
                "there is no transaction"
            )
        }
    }

    @Test func aTransactionIsChangedAndWhatWasLeftOutStays() async throws {
        try await withShell { shell in
            try await shell.logIn("ada", "secret of ada", as: "laptop")
            let use = { (words: String) in try await shell.use("holdings " + words, on: "laptop") }
            let added = try await use("add id:1 --bought 2 --price 100 --fee 5 --note first --time 2024-03-01")
            let told = try #require(added.said.firstMatch(of: /added transaction ([0-9a-f]{16});/), "\(added.said)")
            let id = told.output.1
            let listed = try await use("list").said.split(separator: "\n")
            #expect(listed.dropFirst().first?.hasPrefix("\(id) ") == true, "\(listed)")
            let row = try #require(try report(await use("edit \(id) --total 150 --json")).holdings.first)
            #expect((row.amount, row.cost) == ("2", "155"))
            #expect(try await use("list").said.contains("first"))
            #expect(try report(await use("edit \(id) --bought 3 --fee 0 --json")).holdings.first?.cost == "150")
            try await use("edit \(id) --sold 3 --price 9").expectFailure("3 more than you held then")
            try await use("edit \(id)").expectFailure("name what to change", status: 64)
            try await use("edit \(id) --force").expectFailure("name what to change", status: 64)
            try await use("edit \(id) --bought many").expectFailure("'many' is not a number", status: 64)
            try await use("edit \(id) --time 2024-03-02 --in XAU")
                .expectFailure("the rate of XAU on 2024-03-02 is not known; give it with --rate", status: 64)
            #expect(try report(await use("--json")).holdings.first?.cost == "150", "nothing is half done")
            #expect(try await use("remove \(id)").status == 0)
            try await use("edit \(id) --bought 1").expectFailure("there is no transaction or import '\(id)'")
        }
    }

    /// The mock's bank: a euro costs 1.0850 dollars in January, 1.0860 in February, and 1.0871 in March.
    @Test func eachTransactionHasTheRateOfItsOwnDay() async throws {
        try await withShell { shell in
            try await shell.logIn("ada", "secret of ada", as: "laptop")
            let use = { (words: String) in try await shell.use("holdings " + words, on: "laptop") }
            let purchase = "add id:1 --bought 1 --total 1000 --in EUR"
            #expect(try report(await use("\(purchase) --time 2020-01-15 --json")).holdings.first?.cost == "1085")
            #expect(try report(await use("\(purchase) --time 2009-02-15 --json")).holdings.first?.cost == "2171")
            let exported = try await use("export").said
            #expect(exported.contains(",EUR,1.085,") && exported.contains(",EUR,1.086,"), "\(exported)")
            let file = shell.directory + "/koinly.csv"
            let rows = """
                Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency
                2020-03-01 12:30 UTC,1000,EUR,1,BTC,,
                2021-03-31 12:30 UTC,1000,EUR,1,BTC,,
                """
            try Data(rows.utf8).write(to: URL(filePath: file))
            let imported = try await use("import \(file) --yes")
            // Sunday, 2020-03-01, has the rate of a Friday in February.
            #expect(try report(await use("--json")).holdings.first?.cost == "4344.1", "\(imported.said)")
        }
    }

    @Test func aFileIsImportedOnceExportedAndTakenBackAsAWhole() async throws {
        try await withShell { shell in
            try await shell.logIn("ada", "secret of ada", as: "laptop")
            let file = shell.directory + "/koinly.csv"
            let rows = """
                Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency
                2024-03-01 12:30 UTC,30000,USD,0.5,BTC,12.5,USD
                2024-03-02 12:30 UTC,,,1,BTC,,
                """
            try Data(rows.utf8).write(to: URL(filePath: file))
            let preview = try await shell.use("holdings import \(file)", on: "laptop")
            #expect(preview.said.contains("line 3 was not understood") && preview.said.contains("1 new"))
            #expect(try await shell.use("holdings list", on: "laptop").said.contains("no transactions"))
            let done = try await shell.use("holdings import \(file) --yes", on: "laptop")
            let words = done.said.split(whereSeparator: \.isWhitespace).map(String.init)
            let number = try #require(words.firstIndex(of: "import").map { words[$0 + 1] }, "\(done.said)")
            let again = try await shell.use("holdings import \(file) --yes", on: "laptop")
            #expect(again.said.contains("0 new, 1 there already"), "\(again.said)")
            #expect(again.said.contains("nothing was added"), "\(again.said)")
            let idle = try await shell.use("holdings import \(file)", on: "laptop")
            #expect(idle.said.contains("there is nothing to add"), "\(idle.said)")
            #expect(!idle.said.contains("no transactions"), "the user has one: \(idle.said)")
            let exported = try await shell.use("holdings export", on: "laptop")
            try Data(exported.said.utf8).write(to: URL(filePath: shell.directory + "/own.csv"))
            #expect(try await shell.use("holdings remove \(number)", on: "laptop").status == 0)
            #expect(try await shell.use("holdings list", on: "laptop").said.contains("no transactions"))
            #expect(try await shell.use("holdings import \(shell.directory)/own.csv --yes", on: "laptop").status == 0)
            #expect(try await shell.use("holdings export", on: "laptop").said == exported.said)
        }
    }

    @Test func anImportThatSellsMoreThanIsHeldIsRefusedUnlessForced() async throws {
        try await withShell { shell in
            try await shell.logIn("ada", "secret of ada", as: "laptop")
            let file = shell.directory + "/own.csv"
            let rows = """
                kind,coin_id,amount,price,time
                bought,1,1,100,2024-03-01
                sold,1,3,200,2024-03-02
                """
            try Data(rows.utf8).write(to: URL(filePath: file))
            let use = { (words: String) in try await shell.use("holdings " + words, on: "laptop") }
            let preview = try await use("import \(file)")
            #expect(preview.said.contains("line 3, BTC: 2 more than you held then"), "\(preview.said)")
            #expect(preview.said.contains("--yes --force adds them") && preview.status == 0)
            try await use("import \(file) --yes")
                .expectFailure("nothing was added, because more would be sold")
            #expect(try await use("list").said.contains("no transactions"))
            #expect(try await use("import \(file) --yes --force").status == 0)
            #expect(try await use("list").said.contains("sold"))
            let rate = try await use("import \(file) --rate EUR=x")
            #expect(rate.status == 64 && rate.said.contains("--rate 'EUR=x' cannot be read"), "\(rate.said)")
            #expect(!rate.said.contains("Usage"), "\(rate.said)")
        }
    }

    @Test func aPreviewSaysThatAFileDoesNotFitAndNothingIsAdded() async throws {
        try await withShell { shell in
            try await shell.logIn("ada", "secret of ada", as: "laptop")
            let file = shell.directory + "/koinly.csv"
            let columns = "Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency"
            let rows = (1...10_001).map { "2024-03-01 12:30 UTC,\($0),USD,0.5,BTC,," }
            try Data(([columns] + rows).joined(separator: "\n").utf8).write(to: URL(filePath: file))
            let words = "Your data has reached the server's limit"
            let preview = try await shell.use("holdings import \(file)", on: "laptop")
            preview.expectFailure("10001 new, 0 there already, 0 not understood; only the first ")
            preview.expectFailure(words)
            try await shell.use("holdings import \(file) --yes", on: "laptop").expectFailure(words)
            #expect(try await shell.use("holdings list", on: "laptop").said.contains("no transactions"))
        }
    }
}
