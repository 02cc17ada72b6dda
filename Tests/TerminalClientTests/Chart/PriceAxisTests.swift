import Testing

@testable import TerminalClient

struct PriceAxisTests {
    @Test(arguments: [
        (67_123.45, 2, "67,123.45"), (67_123.45, 12, "67,123.450"), (1.00021, 4, "1.0002"), (151.27, 2, "151.27"),
        (0.00001812, 10, "0.0₄18120"), (0.123456789, 9, "0.12346"), (123_456_789.12, 2, "123,456,789"), (0, 2, "0.00"),
    ])
    func pricesHaveAsManyDigitsAsOneCanTellApart(price: Double, decimals: Int, text: String) {
        #expect(PriceAxis(highest: price, decimals: decimals).text(price)?.compact == text)
    }

    @Test func allRoundValuesHaveTheSameDecimals() {
        #expect(PriceAxis(highest: 68_000, decimals: 2).text(67_500)?.full == "67,500.00")
        #expect(PriceAxis(highest: 1.9e-5, decimals: 10).text(1.82e-5)?.compact == "0.0₄18200")
    }

    @Test func aValueThatCannotBeWrittenIsLeftOut() {
        #expect(PriceAxis(highest: 1e30, decimals: 0).text(1e30) == nil)
    }
}
