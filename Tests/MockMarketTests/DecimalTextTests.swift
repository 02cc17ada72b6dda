import Testing

@testable import MockMarket

struct DecimalTextTests {
    @Test(arguments: [
        (6_325_012, 2, "63250.12"), (52_310, 5, "0.5231"), (2345, 8, "0.00002345"), (63, 9, "6.3e-8"), (0, 4, "0"),
        (21_000_000, 0, "21000000"), (10_000, 4, "1"), (-41_398_876, 8, "-0.41398876"), (1_000_000, 12, "0.000001"),
        (1, 7, "1e-7"), (9_223_372_036_854_775_807, 2, "92233720368547758.07"),
    ])
    func scriptStyle(mantissa: Int64, decimals: Int, text: String) {
        #expect(rendered(mantissa, decimals, .script) == text)
    }

    @Test(arguments: [
        (2021, 10, "2.021E-7"), (170_370, 1, "17037.0"), (15_596_854, 0, "1.5596854E7"), (4_870, 9, "4.87E-6"),
        (1, 3, "0.001"), (9, 4, "9.0E-4"), (0, 2, "0.0"), (6_325_012, 2, "63250.12"), (1, -7, "1.0E7"),
        (9_999_999, 0, "9999999.0"), (-25, 1, "-2.5"),
    ])
    func javaStyle(mantissa: Int64, decimals: Int, text: String) {
        #expect(rendered(mantissa, decimals, .java) == text)
    }

    private func rendered(_ mantissa: Int64, _ decimals: Int, _ style: JSONWriter.NumberStyle) -> String {
        var bytes: [UInt8] = []
        DecimalText(mantissa: mantissa, decimals: decimals).append(to: &bytes, style)
        return String(decoding: bytes, as: UTF8.self)
    }
}
