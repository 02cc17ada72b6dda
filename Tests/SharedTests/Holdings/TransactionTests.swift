import TestSupport
import Testing

@testable import Shared

/// Transactions as records, and the figures from them.
struct TransactionTests {
    private func number(_ text: String) throws -> BigDecimal { try #require(BigDecimal(text)) }

    private func purchase(
        _ id: UInt64 = 1,
        _ amount: String = "0.5",
        at seconds: Int64 = 1_700_000_000
    ) throws -> Transaction {
        Transaction(
            TransactionID(rawValue: id),
            .bought,
            try number(amount),
            of: CoinID(1),
            money: .price(try number("60000.25")),
            fee: Transaction.Fee(try number("12.5"), isInCoin: false),
            at: MarketTime(seconds: seconds),
            account: "exchange",
            note: "first"
        )
    }

    @Test func aTransactionSurvivesTheTable() throws {
        var table = UserTable()
        let rules = RecordRules()
        var other = try purchase(2, at: 1_600_000_000)
        (other.kind, other.money, other.fee) = (.moved, nil, Transaction.Fee(try number("0.01"), isInCoin: true))
        other.target = "wallet"
        try table.apply(.put([purchase(), other]), within: rules)
        #expect(try table.transactions == [other, purchase()], "in the order of their times")
        try table.apply(.remove([TransactionID(rawValue: 2)]), within: rules)
        #expect(try table.transactions == [purchase()])
        #expect(TransactionID(typed: "\(other.id)") == other.id && TransactionID(typed: "2") == nil)
    }

    /// A family of emoji, and a Persian word.
    @Test(arguments: ["👩\u{200D}👧", "می\u{200C}خواهم"])
    func textThatNeedsJoinersIsKept(note: String) throws {
        var written = try purchase()
        (written.note, written.account) = (note, note)
        #expect(written.problem == nil)
        var table = UserTable()
        try table.apply(.put([written]), within: RecordRules())
        #expect(table.transactions == [written])
    }

    @Test func aMeaninglessTransactionIsRefusedWithAReason() throws {
        let changes: [(inout Transaction) throws -> Void] = [
            { $0.coin = CoinID(0) }, { $0.amount = .zero }, { $0.amount = try number("-1") },
            { $0.amount = try number("0.0000000000000000001") }, { $0.money = nil },
            { $0.money = .total(try number("-5")) }, { $0.currency = "EUR" }, { $0.dollarRate = .zero },
            { $0.account = String(repeating: "a", count: 41) },
            { $0.note = "\u{1B}[2J" }, { $0.fee = Transaction.Fee(.one, isInCoin: true) },
            { ($0.kind, $0.target) = (.moved, "exchange") },
        ]
        #expect(try purchase().problem == nil)
        for (place, change) in changes.enumerated() {
            var transaction = try purchase()
            try change(&transaction)
            #expect(transaction.problem != nil, "change \(place)")
            var table = UserTable()
            #expect(throws: MutationRefusal.self, "change \(place)") {
                try table.apply(.put([transaction]), within: RecordRules())
            }
        }
    }

    @Test func aKindOfALaterVersionIsKeptAndNotCounted() throws {
        var wire = WireTransaction()
        (wire.coinID, wire.kind, wire.amount) = (1, "staked", "3")
        let value = wire.bytes
        var table = UserTable()
        let key = Transaction.key(of: TransactionID(rawValue: 5))
        try table.apply(Mutation([Change(key, .put(value))]), within: RecordRules())
        #expect(table.transactions.isEmpty && table[key]?.value == value)
    }

    @Test func figuresAreInOneCurrency() throws {
        var inEuros = try purchase(2)
        (inEuros.currency, inEuros.dollarRate) = ("EUR", try number("1.1"))
        (inEuros.money, inEuros.fee) = (.total(try number("100")), nil)
        let dollars = Portfolio([inEuros], .average, in: "USD", rate: nil)
        #expect(try dollars.coins[CoinID(1)]?.cost == number("110"), "by the rate of its day")
        let today = try #require(Conversion(ExactDecimal(parsing: "1"), by: ExactDecimal(parsing: "1.25")))
        let euros = Portfolio([inEuros, try purchase()], .average, in: "EUR", rate: today)
        // 100 EUR stay 100 EUR; 30012.625 USD are 24010.1 EUR.
        #expect(try euros.coins[CoinID(1)]?.cost == number("24110.1"))
    }

    @Test func aRateForDollarsHasNoEffect() throws {
        var inDollars = try purchase()
        inDollars.dollarRate = try number("2")
        let today = try #require(Conversion(ExactDecimal(parsing: "1"), by: ExactDecimal(parsing: "1.25")))
        let figures = [inDollars, try purchase()].map { Portfolio([$0], .average, in: "EUR", rate: today) }
        #expect(figures[0].coins[CoinID(1)]?.cost == figures[1].coins[CoinID(1)]?.cost)
    }

    @Test func valueAndProfitAreExact() throws {
        let portfolio = Portfolio([try purchase()], .fifo, in: "USD", rate: nil)
        let basis = try #require(portfolio.coins[CoinID(1)])
        let figures = HoldingFigures(CoinID(1), basis, price: try number("70000.000000000000000001"))
        #expect(try figures.cost == number("30012.625"))
        #expect(try figures.value == number("35000.0000000000000000005"))
        #expect(try figures.unrealized == number("4987.3750000000000000005"))
        #expect(try figures.unrealizedPercent == number("16.62"))
        #expect(HoldingFigures(CoinID(1), basis, price: nil).unrealized == nil)
    }

    @Test func anExcessSaleIsNamed() throws {
        var sale = try purchase(2, "2", at: 1_700_000_001)
        sale.kind = .sold
        let portfolio = Portfolio([try purchase(), sale], .average, in: "USD", rate: nil)
        #expect(portfolio.shortfalls.map(\.transaction.id) == [sale.id])
        #expect(try portfolio.shortfalls.first?.amount == number("1.5"))
    }
}
