import TestSupport
import Testing

@testable import Shared

/// Decimals of any length.
struct BigDecimalTests {
    private func number(_ text: String) throws -> BigDecimal { try #require(BigDecimal(text), "\(text)") }

    @Test func textsAreReadAndWrittenPlainly() throws {
        for text in [
            "0", "1", "-1", "0.1", "-0.000000000000000001", "123456789012345678901234567890.000000001", "1000000000",
        ] {
            #expect(try number(text).plainText == text)
        }
        #expect(try number("001.500").plainText == "1.5")
        #expect(try number("-0.0") == .zero && number("-0") == .zero)
        #expect(try number("1.5").text(decimals: 4) == "1.5000")
        #expect(try number("12").text(decimals: 2) == "12.00")
        for text in [
            "", "-", ".", "1.", ".5", "1,5", "1e5", " 1", "1 ", "--1", "1.2.3", "٣", String(repeating: "1", count: 65),
        ] {
            #expect(BigDecimal(text) == nil, "\(text)")
        }
    }

    @Test func sumsAndProductsAreExact() throws {
        #expect(try number("0.1") + number("0.2") == number("0.3"))
        #expect(try number("1") - number("0.000000000000000001") == number("0.999999999999999999"))
        #expect(try number("999999999") * number("999999999") == number("999999998000000001"))
        let product = try number("123456789.123456789123456789") * number("-987654321.987654321")
        #expect(product.plainText == "-121932631356500531.469135800347203169112635269")
    }

    @Test func quotientsAreRoundedOnceHalfToEven() throws {
        #expect(try number("1").divided(by: number("3")).plainText == "0.333333333333333333")
        #expect(try number("2").divided(by: number("3")).plainText == "0.666666666666666667")
        #expect(try number("0.5").rounded(to: 0) == .zero)
        #expect(try number("1.5").rounded(to: 0) == number("2"))
        #expect(try number("-2.5").rounded(to: 0) == number("-2"))
        #expect(try number("2.500000000000000000000000001").rounded(to: 0) == number("3"))
    }

    /// A failure prints its seed.
    @Test(arguments: [1, 2, 3])
    func whatIsMultipliedAndDividedIsWhatItWas(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let (one, other) = (Self.random(&random), Self.random(&random))
            #expect(one + other - other == one, "seed \(seed)")
            #expect((one < other) == (one - other < .zero) && (one == other) == (one - other).isZero)
            guard !other.isZero else { continue }
            #expect(
                (one * other).divided(by: other, decimals: one.decimals) == one,
                "seed \(seed): \(one) and \(other)"
            )
        }
    }

    private static func random(_ random: inout SeededGenerator) -> BigDecimal {
        let digits = (0...Int.random(in: 0...50, using: &random)).map { _ in
            // Long division is most likely to fail at runs of zeros and nines.
            [0, 0, 9, 9, Int.random(in: 0...9, using: &random)].randomElement(using: &random) ?? 0
        }
        let text = digits.map(String.init).joined()
        let point = Int.random(in: 0...min(30, text.count - 1), using: &random)
        let sign = Bool.random(using: &random) ? "-" : ""
        return BigDecimal(sign + text.dropLast(point) + (point == 0 ? "" : "." + text.suffix(point))) ?? .zero
    }
}
