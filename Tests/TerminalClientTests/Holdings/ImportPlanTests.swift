import Shared
import TestSupport
import Testing

@testable import TerminalClient

/// The transactions that are read from files.
struct ImportPlanTests {
    private let market = MarketTable.of(.few)

    private func plan(
        _ text: String,
        into table: UserTable = UserTable(),
        rates: [String: BigDecimal] = [:]
    ) throws -> ImportPlan {
        try ImportPlan(text, into: table, market: importMarket(given: rates))
    }

    private func importMarket(
        rates: KnownRates = KnownRates(),
        given: [String: BigDecimal] = [:]
    ) throws -> ImportMarket {
        let now = try #require(MarketTime(iso8601: "2024-06-01T00:00:00Z"))
        let offers = ServerOffers(currencies: ["USD", "EUR", "CHF"].map { Currency($0) })
        return ImportMarket(market, TransactionContext(now: now, rates: rates, offers: offers), given: given)
    }

    private func ownFile(_ rows: String...) -> String {
        (["id,kind,coin_id,amount,price,currency,usd_rate,time,account,to_account,note"] + rows).joined(separator: "\n")
    }

    private static let koinly = """
        Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Net Worth Amount,Net Worth Currency,Label,Description,TxHash
        2024-03-01 12:30 UTC,"30,000",USD,0.5,BTC,12.5,USD,,,,first,
        2024-03-02 12:30 UTC,0.1,BTC,7000,USD,0.0001,BTC,,,,,
        2024-03-03 12:30 UTC,0.1,BTC,2,ETH,0.01,ETH,6500,USD,,,
        2024-03-04 12:30 UTC,,,1,BTC,,,,,reward,,
        2024-03-05 12:30 UTC,100,EUR,0.002,BTC,,,,,,,
        soon,100,USD,0.002,BTC,,,,,,,
        2024-03-05 12:30 UTC,100,USD,5,NOPE,,,,,,,
        """

    private static let coinTracker = """
        Date,Received Quantity,Received Currency,Sent Quantity,Sent Currency,Fee Amount,Fee Currency,Tag\r
        03/01/2024 12:30:00,0.5,BTC,30000,USD,12.5,USD,\r
        3/2/2024,7000,USD,0.1,BTC,,,gift\r
        """

    @Test func aSymbolOfSeveralCoinsIsAskedAboutUnlessOneIsHeldOrChosen() throws {
        let rose = TestCoin(id: 99, symbol: "ROSE", name: "Rose", rank: 9)
        let other = TestCoin(id: 98, symbol: "ROSE", name: "Rosé", rank: 200)
        let now = try #require(MarketTime(iso8601: "2024-06-01T00:00:00Z"))
        let context = TransactionContext(now: now, rates: KnownRates(), offers: ServerOffers())
        let table = MarketTable.of(.few + [rose, other])
        let text =
            (Self.koinly.split(separator: "\n").first.map(String.init) ?? "")
            + "\n2024-03-01 12:30 UTC,100,USD,5,ROSE,,,,,,,"
        let open = try ImportPlan(text, into: UserTable(), market: ImportMarket(table, context))
        #expect(open.added.isEmpty)
        #expect(
            open.skipped.map(\.reason) == ["several coins have the symbol 'ROSE'; choose one with --coin ROSE=NUMBER"]
        )
        #expect(open.ambiguities.count == 1)
        #expect(
            open.ambiguities[0].choices.map { $0.contains("rank 9") } == [true, false],
            "the best known comes first"
        )
        let chosen = try ImportPlan(
            text,
            into: UserTable(),
            market: ImportMarket(table, context, chosen: ["ROSE": CoinID(98)])
        )
        #expect(chosen.added.map(\.coin) == [CoinID(98)] && chosen.ambiguities.isEmpty)
        let holder = UserTable.setting { _ in .put(chosen.added) }
        let more = text + "\n2024-03-02 12:30 UTC,100,USD,6,ROSE,,,,,,,"
        let again = try ImportPlan(more, into: holder, market: ImportMarket(table, context))
        #expect(again.added.map(\.coin) == [CoinID(98)], "what is held is meant")
    }

    @Test func koinlysTemplateIsRead() throws {
        let plan = try plan(Self.koinly)
        #expect(plan.format == "Koinly")
        #expect(plan.added.map(\.kind) == [.bought, .sold, .sold, .bought])
        #expect(plan.added.map { $0.total.plainText } == ["30000", "7000", "6500", "6500"])
        #expect(plan.added[0].fee == BigDecimal("12.5").map { Transaction.Fee($0, isInCoin: false) })
        #expect(plan.added[1].fee?.isInCoin == true)
        #expect(plan.added[0].time == MarketTime(iso8601: "2024-03-01T12:30:00Z") && plan.added[0].note == "first")
        #expect(plan.skipped.map(\.line) == [5, 6, 7, 8])
        #expect(plan.skipped.map(\.reason).contains { $0.contains("--rate EUR=") })
        #expect(plan.skipped.map(\.reason).contains { $0.contains("no coin 'NOPE'") })
        let withRate = try self.plan(Self.koinly, rates: ["EUR": BigDecimal("1.08") ?? .zero])
        #expect(withRate.added.last?.currency == "EUR" && withRate.skipped.map(\.line) == [5, 7, 8])
    }

    private static let marchRows = """
        Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency
        2024-03-09 12:30 UTC,100,EUR,1,BTC,,
        2024-03-04 12:30 UTC,100,EUR,1,BTC,,
        2024-03-07 12:30 UTC,100,CHF,1,BTC,,
        2024-03-11 12:30 UTC,100,EUR,1,BTC,,
        """

    private static let ownRows = """
        kind,coin_id,amount,total,currency,usd_rate,time
        bought,1,1,100,EUR,,2024-03-09T12:30:00Z
        bought,1,1,100,EUR,,2024-03-04T12:30:00Z
        bought,1,1,100,CHF,,2024-03-07T12:30:00Z
        bought,1,1,100,EUR,,2024-03-11T12:30:00Z
        """

    @Test(arguments: [marchRows, ownRows])
    func eachRowHasTheRateOfItsOwnDay(text: String) throws {
        let march = { (day: Int64) in CivilDate(year: 2024, month: 3, day: day) }
        let number = { (text: String) in try #require(BigDecimal(text)) }
        let newest = ExchangeRates(
            source: "bank",
            day: march(11),
            heard: MarketTime(seconds: 1_710_000_000),
            base: "EUR",
            rates: ["USD": try ExactDecimal(parsing: "1.11")]
        )
        var market = try importMarket(rates: KnownRates(newest: newest))
        let plan = try ImportPlan(text, into: UserTable(), market: market)
        let requests = [
            DayRatesRequest("EUR", from: march(4), through: march(9)),
            DayRatesRequest("CHF", from: march(7), through: march(7)),
        ]
        #expect(plan.missingRates == requests && plan.skipped.map(\.line) == [2, 3, 4])
        #expect(plan.added.map(\.dollarRate) == [try number("1.11")])
        let euro = [DayRates.Day(march(4), dollars: try number("1.04")), .init(march(8), dollars: try number("1.08"))]
        market.context.rates.learn(DayRates(source: "bank", days: euro), for: requests[0])
        market.context.rates.learn(DayRates(source: "bank", days: []), for: requests[1])
        let complete = try ImportPlan(text, into: UserTable(), market: market)
        #expect(complete.added.map(\.dollarRate) == [try number("1.08"), try number("1.04"), try number("1.11")])
        #expect(complete.skipped.map(\.line) == [4] && complete.added.map(\.id).contains(plan.added[0].id))
        #expect(complete.skipped.first?.reason.contains("the rate of CHF on 2024-03-07 is not known; give it") == true)
    }

    @Test func coinTrackersFileIsRead() throws {
        let plan = try plan(Self.coinTracker)
        #expect(plan.format == "CoinTracker" && plan.skipped.isEmpty)
        #expect(plan.added.map(\.kind) == [.bought, .sold])
        #expect(plan.added.map(\.time.shortISO8601) == ["2024-03-01T12:30:00Z", "2024-03-02T00:00:00Z"])
    }

    @Test(arguments: [koinly, coinTracker])
    func importingTwiceAddsNothingTwice(text: String) throws {
        var table = UserTable()
        let first = try plan(text)
        for mutation in first.mutations { try table.apply(mutation, within: RecordRules()) }
        let second = try plan(text, into: table)
        #expect(second.added.isEmpty && second.known == first.added.count)
        #expect(Set(table.transactions.map(\.importID)) == [first.importID], "one import, which goes as one")
    }

    @Test func aDayThatDoesNotExistIsNotUnderstood() throws {
        let head = Self.koinly.prefix { $0 != "\n" }
        let plan = try plan("\(head)\n2024-02-30 12:30 UTC,100,USD,1,BTC,,,,,,,\n")
        #expect(plan.added.isEmpty && plan.skipped.map(\.line) == [2])
    }

    @Test func aSaleOfMoreThanIsHeldIsNamedWithItsLine() throws {
        let text = ownFile(
            ",bought,1,1,100,,,2024-03-01,,,",
            ",sold,1,3,200,,,2024-03-02,,,",
            ",bought,1027,1,100,,,2024-03-01,,,",
            ",moved,1027,2,,,,2024-03-05,,wallet,",
        )
        let plan = try plan(text)
        #expect(plan.skipped.isEmpty && plan.added.count == 4)
        #expect(plan.shortfalls.map(\.line) == [3, 5])
        let words = ["BTC: 2 more than you held then", "ETH: 1 more than you held then"]
        #expect(plan.shortfalls.map(\.words) == words)
    }

    @Test func aSaleThatIsThereAndLacksCoinsOnlyWithTheFileIsNamedByItsDay() throws {
        var table = UserTable()
        let first = try plan(ownFile(",bought,1,2,100,,,2024-03-01,,,", ",sold,1,2,100,,,2024-03-04,,,"))
        #expect(first.shortfalls.isEmpty)
        for mutation in first.mutations { try table.apply(mutation, within: RecordRules()) }
        let shortfalls = try plan(ownFile(",sold,1,1,100,,,2024-03-02,,,"), into: table).shortfalls
        #expect(shortfalls == [.init(line: nil, words: "BTC: then 1 would be missing on 2024-03-04")])
    }

    @Test func aTimeThatCannotBeReadIsReportedWithTheFormOfItsKindOfFile() throws {
        let head = Self.coinTracker.prefix { $0 != "\r\n" }
        let tracker = try plan("\(head)\n13/01/2024 13:00:00,0.5,BTC,30000,USD,,,\n")
        #expect(
            tracker.skipped.map(\.reason) == [
                "'13/01/2024 13:00:00' is not a time; this kind of file has MM/DD/YYYY hh:mm:ss"
            ]
        )
        let koinly = try plan(Self.koinly).skipped.map(\.reason)
        #expect(koinly.contains("'soon' is not a time; this kind of file has YYYY-MM-DD hh:mm UTC"), "\(koinly)")
    }

    @Test(arguments: [(";", ImportFileFault.Separator.semicolon), ("\t", .tab)])
    func columnsWithoutCommasBetweenThemAreReported(mark: String, separator: ImportFileFault.Separator) {
        #expect(throws: ImportFileFault.otherSeparator(separator)) {
            try plan(Self.koinly.replacing(",", with: mark))
        }
        #expect(ImportFileFault.otherSeparator(.tab).description.hasPrefix("the file has tabs between its columns"))
    }

    /// What `holdings add` refuses.
    @Test(arguments: [
        (",bought,1,1,100,,,1999-12-31,,,", "time '1999-12-31' is before 2009-01-03"),
        (",bought,1,1,100,,,2030-01-01T00:00:00Z,,,", "time '2030-01-01T00:00:00Z' is in the future"),
        (",bought,1,1,100,,,,,,", "'' is not a time"),
        (",bought,99999999,1,100,,,2024-03-01,,,", "the market has no coin id:99999999"),
        (",bought,1,1,100,FOO,1,2024-03-01,,,", "currency 'FOO' is not a currency"),
        (",bought,1,many,100,,,2024-03-01,,,", "amount 'many' is not a number"),
        (",sold,1,1,100,,,2024-03-01,,wallet,", "only a transfer has another account"),
        (",lent,1,1,100,,,2024-03-01,,,", "kind 'lent' is unknown; use bought, sold or moved"),
    ])
    func anImportRefusesWhatTheCommandRefuses(row: String, words: String) throws {
        let plan = try plan(ownFile(row))
        #expect(plan.added.isEmpty && plan.skipped.map(\.line) == [2])
        #expect(plan.skipped.first?.reason.hasPrefix(words) == true, "\(plan.skipped)")
    }

    @Test(arguments: ["1999-12-31 12:30 UTC", "2030-01-01 12:30 UTC"])
    func aTrackersRowOutOfTimeIsRefused(time: String) throws {
        let head = Self.koinly.prefix { $0 != "\n" }
        #expect(try plan("\(head)\n\(time),100,USD,1,BTC,,,,,,,\n").skipped.map(\.line) == [2])
    }

    /// A coin that the market has dropped since is taken back from an export.
    @Test func aCoinThatTheUserHasMayBeGoneFromTheMarket() throws {
        var table = UserTable()
        let gone = Transaction(
            TransactionID(rawValue: 1),
            .bought,
            .one,
            of: CoinID(4_000_000),
            money: .price(.one),
            at: MarketTime(seconds: 1_700_000_000)
        )
        try table.apply(.put([gone]), within: RecordRules())
        #expect(try plan(ownFile(",bought,4000000,1,100,,,2024-03-01,,,"), into: table).added.count == 1)
    }

    @Test func twoRowsWithOneIdAndDifferentContentAreAConflict() throws {
        let id = "000000000000000a"
        let plan = try plan(
            ownFile(
                "\(id),bought,1,1,100,,,2024-03-01,,,",
                "\(id),bought,1,2,100,,,2024-03-01,,,",
                "\(id),bought,1,1,100,,,2024-03-01,,,"
            )
        )
        #expect(plan.added.count == 1 && plan.known == 1, "the same row again is there already")
        #expect(plan.skipped.map(\.line) == [3])
        #expect(plan.skipped.first?.reason.hasPrefix("line 2 has the same id \(id), but not the same content") == true)
    }

    @Test func equalRowsAreSeparateTransactions() throws {
        let row = "2024-03-01 12:30 UTC,100,USD,1,BTC,,,,,,,\n"
        let head = Self.koinly.prefix { $0 != "\n" } + "\n"
        #expect(try Set(plan(String(head + row + row)).added.map(\.id)).count == 2)
    }

    @Test func anExportIsReadBackUnchanged() throws {
        var table = UserTable()
        for mutation in try plan(Self.koinly, rates: ["EUR": BigDecimal("1.08") ?? .zero]).mutations {
            try table.apply(mutation, within: RecordRules())
        }
        var noted = try #require(table.transactions.first)
        noted.note = "with \"quotes\", a comma\nand a line"
        #expect(noted.problem != nil, "control characters have no place in a note")
        noted.note = "with \"quotes\", and a comma"
        try table.apply(.put([noted]), within: RecordRules())
        let text = TransactionFile.text(of: table.transactions) { "\($0)" }
        let again = try plan(text)
        #expect(again.format == "Tickwire" && again.skipped.isEmpty)
        let plain = { (transactions: [Transaction]) in
            transactions.map { transaction in
                var transaction = transaction
                transaction.importID = 0
                return transaction
            }
        }
        #expect(plain(again.added.sorted()) == plain(table.transactions))
        #expect(try plan(text, into: table).added.isEmpty)
    }

    @Test func aTextThatIsNoCSVFileIsRefused() {
        #expect(throws: ImportFileFault.empty) { try plan("") }
        #expect(throws: ImportFileFault.self) { try plan("a,b,c\n1,2,3\n") }
        #expect(throws: ImportFileFault.notCSV(CSVText.Fault(line: 2, reason: .openQuote))) { try plan("a,b\n\"1,2\n") }
    }

    @Test func anImportThatWouldNotFitSaysSoFirst() throws {
        let head = Self.koinly.prefix { $0 != "\n" }
        let rows = (1...40).map { "2024-03-01 12:30 UTC,\($0),USD,1,BTC,,,,,,," }
        let plan = try plan(([String(head)] + rows).joined(separator: "\n"))
        #expect(plan.mutations.count == 2)
        var rules = RecordRules()
        try plan.check(UserTable(), within: rules)
        rules.limit(.transaction, toRecords: 39)
        #expect(throws: MutationRefusal.self) { try plan.check(UserTable(), within: rules) }
    }

    @Test func cellsAreReadAsWritten() throws {
        // A combining mark makes one character of itself and the quote.
        let cells = ["plain", "with \"quotes\"", "a, comma", "two\nlines", "", "a \"\u{711} mark"]
        let rows = try CSVText.rows(of: CSVText.line(cells) + "\r\n\r\n" + CSVText.line(["x"]))
        #expect(rows.map(\.cells) == [cells, ["x"]] && rows.map(\.line) == [1, 4])
    }
}
