import Shared
import TerminalKit
import TestSupport
import Testing

@testable import TerminalClient

/// Prices with more digits than a column has room for.
@MainActor
struct FittingPriceTests {
    private nonisolated static let seed: UInt64 = 20_260_721

    @Test(arguments: [
        ("67123.45", "67,123.45", "67,123.45"), ("0.0000181200", "0.0₄181200", "1.81200e-5"),
        ("1.234567890123", "1.2345678901", "1.2345678901"), ("9.9999999999996", "10.000000000", "10.000000000"),
        ("0.00001234567890123456", "0.0₄12345679", "1.2345679e-5"),
        ("0.00009999999999999999", "0.0001000000", "0.0001000000"),
        ("0.000000000012345678901", "0.0₁₀1234568", "1.234568e-11"), ("1234567890.12", "1234567890", "1234567890"),
        ("123456789012345", "123T", "123T"),
    ])
    func lastDecimalsAreRoundedAway(plain: String, unicode: String, ascii: String) {
        #expect(PriceText(plain).text(.unicode, columns: 12) == unicode)
        #expect(PriceText(plain).text(.ascii, columns: 12) == ascii)
    }

    @Test func aPriceHasAllDigitsIfThereIsRoom() {
        #expect(PriceText("0.00001234567890123456").text(.ascii, columns: 20) == "1.234567890123456e-5")
        #expect(PriceText("1234567890.12").text(.unicode, columns: 16) == "1,234,567,890.12")
    }

    @Test func aPriceThatDoesNotFitIsLeftOut() {
        #expect(PriceText("0.0000123").text(.ascii, columns: 4) == "1e-5")
        #expect(PriceText("0.0000123").text(.ascii, columns: 3) == "…")
        #expect(PriceText("0.4").text(.unicode, columns: 2) == "…")
    }

    @Test func aShortenedPriceStaysCloseToThePrice() throws {
        var random = SeededGenerator(seed: Self.seed)
        for _ in 0..<2_000 {
            let decimals = Int.random(in: 0...24, using: &random)
            let digits = Int.random(in: 1...18, using: &random)
            let mantissa = (0..<digits).reduce(Int64(0)) { number, _ in number * 10 + .random(in: 1...9, using: &random)
            }
            let plain = ExactDecimal.plainText(mantissa: mantissa, exponent: -decimals)
            let text = PriceText(plain).text(.ascii, columns: 12)
            #expect(text.count <= 12, "\(plain) \(Self.seed)")
            guard let shown = Double(text.filter { $0 != "," }), let price = Double(plain) else { continue }
            #expect(abs(shown / price - 1) < 1e-5, "\(plain) is shown as \(text); \(Self.seed)")
        }
    }

    @Test func aMovingPriceKeepsItsWidth() {
        for (mantissa, decimals) in [(1_234_567_890_123, 12), (123_456_789_012, 16), (98_765_432_109_876, 10)] {
            let widths = (0..<500).map { step in
                let price = ExactDecimal.plainText(mantissa: Int64(mantissa + step * 1_000_003), exponent: -decimals)
                return PriceText(price).text(.unicode, columns: 12).count
            }
            #expect(Set(widths).count == 1)
        }
    }

    @Test(arguments: [(20, 5), (40, 10), (80, 24), (140, 40)], ["1.2345678901234567", "0.00001234567890123456"])
    func noListCutsAPrice(size: (width: Int, height: Int), price: String) throws {
        let coin = TestCoin(id: 1, symbol: "LONG", name: "Long", price: price, day: 100)
        let scene = Scene([coin], user: .favorites(1))
        for view in [scene.pricesView, scene.favoritesView] as [any View] {
            for (charset, start) in [(Charset.unicode, ["1.23456", "0.0₄12345"]), (.ascii, ["1.23456", "1.23456"])] {
                let lines = view.picture(size.width, size.height, charset: charset).split(separator: "\n")
                let row = try #require(lines.first { $0.contains("LONG") })
                #expect(start.contains { row.contains($0) }, "\(row)")
                #expect(!row.contains("…") && !row.contains("~") && !row.contains("..."), "\(row)")
                if charset == .ascii { #expect(row.contains("e-5") == price.hasPrefix("0"), "\(row)") }
            }
        }
    }

    @Test func anOldPriceIsShownEvenInLittleRoom() {
        let scene = Scene()
        scene.link.state = .waiting(until: scene.time.now + .seconds(5), after: .lost)
        let view = DetailView(viewModel: scene.detail())
        #expect(view.picture(20, 10).contains(" old 67,123.45"))
        #expect(view.picture(40, 10).contains("old price 67,123.45  ▲ 2.31%"))
    }

    @Test(arguments: [20, 30, 40, 80])
    func neitherDoesTheTopOfACoinsScreen(width: Int) {
        let coin = TestCoin(id: 1, symbol: "LONG", name: "Long", price: "0.00001234567890123456", day: 100)
        let scene = Scene([coin])
        let bar = DetailView(viewModel: scene.detail()).picture(width, 24, charset: .ascii).prefix { $0 != "\n" }
        #expect(bar.contains("e-5  ^ 1.00%"), "\(bar)")
        #expect(DetailView(viewModel: scene.detail()).picture(80, 24).contains("0.00001234567890123456 USD"))
    }
}
