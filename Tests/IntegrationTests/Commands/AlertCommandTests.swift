import Testing

/// Mistakes in commands about alerts, against the real server: a sentence says what is wrong and what to do, and
/// nothing changes.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct AlertCommandTests {
    @Test func alertsRefuseWhatCannotBe() async throws {
        try await withShell { shell in
            try await shell.logIn("ada", "secret of ada", as: "laptop")
            let use = { (words: String) in try await shell.use("alerts " + words, on: "laptop") }
            let mistakes: [(typed: String, words: String, status: Int32)] = [
                ("add id:1 --above soon", "--above 'soon' cannot be read; use a price such as 65000.5", 64),
                ("add id:1 --above 65,000", "use a price such as 65000.5", 64),
                ("add id:1 --above 0", "the price 0; use one above 0", 64),
                ("add id:1 --below -5", "the price -5; use one above 0", 64),
                ("add id:1 --above \(String(repeating: "9", count: 60))", "too many digits", 64),
                ("add id:1 --above 1\(String(repeating: "0", count: 39))", "too many digits; use at most 18", 64),
                ("add id:1 --above 5 --within 2h", "--within belongs to --move; leave it out", 64),
                ("add id:1 --move 5000", "5000 percent; use 0.1 to 1000", 64),
                ("add id:1 --move 5 --within 2m", "a time of 2 min; use 5 min to 24 h", 64),
                ("add id:1 --move 5 --within soon", "--within 'soon' cannot be read", 64),
                ("add id:1 --day -100", "or -99.9 to -0.1 for a fall", 64),
                ("add id:1", "name one condition; use --above, --below, --move or --day", 64),
                ("add id:1 --above 5 --below 4", "name one condition; use --above, --below, --move or --day", 64),
                ("add id:999999999 --above 5", "no coin id:999999999", 1),
                ("add NOSUCHCOIN --above 5", "no coin 'NOSUCHCOIN'", 1),
                ("add id:1 --above 5 --note \(String(repeating: "n", count: 141))", "a note of 141 characters", 1),
                ("remove 12", "there is no alert '12'; 'tickwire alerts' lists them with their ids", 1),
                ("remove nonsense", "there is no alert 'nonsense'", 1),
                ("arm 12", "there is no alert '12'", 1),
            ]
            for (typed, words, status) in mistakes { try await use(typed).expectFailure(words, status: status) }
            #expect(try await use("--json").said.filter { !$0.isWhitespace }.contains("\"alerts\":[]"))
            // With one wrong id, the alert with the right id stays as well.
            let added = try await use("add id:1 --above 900000 --json")
            let id = try #require(added.said.firstMatch(of: /"id" ?: ?"([0-9a-f]{16})"/)?.1, "\(added.said)")
            try await use("remove \(id) 12").expectFailure("there is no alert '12'")
            #expect(try await use("list").said.contains(id))
            #expect(try await use("remove \(id)").status == 0)
            try await use("remove \(id)").expectFailure("there is no alert '\(id)'")
        }
    }
}
