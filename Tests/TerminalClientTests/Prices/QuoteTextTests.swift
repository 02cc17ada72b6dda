import Shared
import TerminalKit
import Testing

@testable import TerminalClient

/// How figures are written.
struct QuoteTextTests {
    @Test(arguments: [
        ("67123.45", "67,123.45"), ("0.52117", "0.52117"), ("1.0000", "1.0000"), ("1234567.8", "1,234,567.8"),
        ("0", "0"), ("123", "123"), ("0.0001234", "0.0001234"),
    ])
    func aPriceKeepsAllOfItsDecimals(plain: String, written: String) {
        #expect(PriceText(plain).compact == written)
        #expect(PriceText(plain).scientific == written)
    }

    @Test func aTinyPriceCountsItsZerosAndKeepsItsDigits() {
        let price = PriceText("0.00000123")
        #expect(price.full == "0.00000123")
        #expect(price.compact == "0.0₅123")
        #expect(price.scientific == "1.23e-6")
        #expect(PriceText("0.00000000000001234500").compact == "0.0₁₃1234500")
        #expect(PriceText("0.00000000").compact == "0.00000000")
    }

    @Test(arguments: [
        (0, "0"), (999, "999"), (999.6, "1.00K"), (1234, "1.23K"), (45_600, "45.6K"), (789_000, "789K"),
        (999_960, "1.00M"), (1_234_567_890, "1.23B"), (1_320_000_000_000, "1.32T"), (9.996e9, "10.0B"),
        (1e25, ">999KQ"), (-1, "–"),
    ])
    func anAmountHasThreeDigitsAndAUnit(amount: Double, written: String) {
        #expect(ShortAmount.text(amount) == written)
    }

    @Test(arguments: [
        (231, "▲ 2.31%", "+2.31%"), (-5, "▼ 0.05%", "-0.05%"), (0, "0.00%", "0.00%"), (12_340, "▲ 123.4%", "+123.4%"),
        (-9_999, "▼ 99.99%", "-99.99%"), (123_456, "▲ 1,234%", "+1,234%"), (12_345_678, "▲ 123K%", "+123K%"),
    ])
    func aChangeTellsItsDirectionWithoutColor(hundredths: Int, arrow: String, sign: String) {
        let change = ChangeText(Percent(hundredths: hundredths))
        #expect(change.withArrow == arrow)
        #expect(change.withSign == sign)
    }

    @Test func aMatchIgnoresCase() {
        #expect(TextMatch.range(of: "BIT", in: "Rabbit") == 3..<6)
        #expect(TextMatch.range(of: "", in: "Bitcoin") == nil)
        #expect(TextMatch.range(of: "bitcoins", in: "Bitcoin") == nil)
    }

    @Test func aColumnOfAPriceNeedsOnlyToSayWhichPrice() {
        let table = MarketTable.of([TestCoin(id: 1, symbol: "BTC", name: "Bitcoin", price: "67123.44")])
        let half = QuoteColumn("half", title: "Half", .figure(8, priority: 0), key: "a", price: Self.half)
        #expect(half.text(table[0], .usd) == "33,561.72" && half.plainText(table[0], .usd) == "33561.72")
        let row = QuoteRow(QuoteRow.Source(quote: table[0]))
        var cells = QuoteCells(palette: .greenRed)
        #expect(cells.line(row, half.cell(row)).text == "33,561.72")
        cells.room.width = 8
        #expect(cells.line(row, half.cell(row)).text == "33,561.7")
    }

    @Sendable private static func half(_ quote: Quote) -> UInt64? { quote.mantissa.map { $0 / 2 } }

    @Test func anUnknownFigureIsADash() {
        let table = MarketTable.of([TestCoin(id: 1, symbol: "NEW", name: "New")])
        let row = QuoteRow(QuoteRow.Source(quote: table[0]))
        let cells = QuoteCells(palette: .greenRed)
        for column in [QuoteColumn.price, .dayChange, .hourChange, .weekChange, .volume, .marketCap, .source] {
            #expect(cells.line(row, column.cell(row)).text == "–", "\(column.name)")
        }
    }
}
