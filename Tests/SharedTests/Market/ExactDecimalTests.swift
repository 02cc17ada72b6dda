import Shared
import TestSupport
import Testing

struct ExactDecimalTests {
    @Test(arguments: [
        ("0", "0"), ("-0", "0"), ("0.000", "0"), ("0e99999999999", "0"), ("007", "7"),
        ("34639.39567221676", "34639.39567221676"),
        ("6.3e-08", "0.000000063"), ("2.021E-7", "0.0000002021"), ("1.5596854E7", "15596854"), ("1e+2", "100"),
        ("-2.91063218", "-2.91063218"), ("0.000000000000000001", "0.000000000000000001"),
        ("1.000000000000000000000000000000000000", "1"), ("9223372036854775807", "9223372036854775807"),
        ("2.6703414819492102e-8", "0.000000026703414819492102"),
    ])
    func readsEveryFormThatProvidersWrite(text: String, plain: String) throws {
        #expect(try ExactDecimal(parsing: text).plainText == plain)
    }

    @Test(arguments: [
        "", "-", "+1", ".5", "1.", "1e", "1e+", "1.2.3", "0x10", " 1", "1 ", "NaN", "--1", "1e5.0", "1,5",
    ])
    func refusesWhatIsNoNumber(text: String) {
        #expect(throws: ExactDecimalError.notANumber(text)) { try ExactDecimal(parsing: text) }
    }

    @Test(arguments: ["9223372036854775808", "1e19", "1e100000", "0.123456789012345678901", "1e-33"])
    func refusesToLoseADigit(text: String) {
        #expect(throws: ExactDecimalError.overflow) { try ExactDecimal(parsing: text) }
    }

    @Test(arguments: [
        ("33598013479.834164000000123456789", "33598013479.8341640"), ("0.1234567890123456789", "0.123456789012345678"),
        ("1.5", "1.5"), ("0.00000000000000000000000000000000001", "0"),
        ("1000000000000000000.75", "1000000000000000000"),
    ])
    func aSumMayLoseDecimalsButNothingInFrontOfThePoint(text: String, expected: String) throws {
        let value = try ExactDecimal(parsing: ArraySlice(text.utf8), droppingExcessDecimals: true)
        #expect(value == (try ExactDecimal(parsing: expected)))
        #expect(throws: ExactDecimalError.overflow) {
            try ExactDecimal(parsing: ArraySlice("99999999999999999999".utf8), droppingExcessDecimals: true)
        }
    }

    @Test func equalNumbersAreEqualHoweverTheyWereWritten() throws {
        let forms = ["1500", "1500.0", "1.5e3", "15E2", "0001500", "150000e-2"]
        #expect(Set(try forms.map { try ExactDecimal(parsing: $0) }).count == 1)
    }

    @Test func anyNumberIsReadAlikeWithAndWithoutAnExponent() throws {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<5_000 {
            let count = Int.random(in: 1...18, using: &random)
            let digits = String((0..<count).map { _ in "0012345678900".randomElement(using: &random) ?? "0" })
            let place = digits.index(digits.startIndex, offsetBy: Int.random(in: 1...digits.count, using: &random))
            let text = place == digits.endIndex ? digits : "\(digits[..<place]).\(digits[place...])"
            #expect(try ExactDecimal(parsing: text) == ExactDecimal(parsing: text + "e0"), "\(text), seed 4")
        }
    }

    @Test func convertsToAnotherExponentExactlyOrNotAtAll() throws {
        let price = try ExactDecimal(parsing: "63250.12")
        #expect(price.mantissa(at: -2) == 6_325_012)
        #expect(price.mantissa(at: -8) == 6_325_012_000_000)
        #expect(price.mantissa(at: -1) == nil)
        #expect(price.mantissa(at: -20) == nil)
        #expect(ExactDecimal.zero.mantissa(at: -32) == 0)
    }

    @Test(arguments: [
        ("0.5", 1), ("-0.5", -1), ("0.49", 0), ("2.5", 3), ("-2.4", -2), ("7", 7), ("0.9223372036854775807", 1),
        ("0.4999999999999999999", 0), ("-0.5000000000000000001", -1), ("0.00000000000000000009", 0),
    ])
    func roundsHalfAwayFromZero(text: String, whole: Int64) throws {
        #expect(try ExactDecimal(parsing: text).rounded == whole)
    }

    @Test func plainTextKeepsTheDecimalsAskedFor() {
        #expect(ExactDecimal.plainText(mantissa: 5, exponent: -3) == "0.005")
        #expect(ExactDecimal.plainText(mantissa: -120, exponent: -2) == "-1.20")
        #expect(ExactDecimal.plainText(mantissa: 12, exponent: 3) == "12000")
        #expect(ExactDecimal.plainText(mantissa: 0, exponent: 3) == "0")
        #expect(ExactDecimal.plainText(mantissa: .min, exponent: 0) == "-9223372036854775808")
    }

    @Test(arguments: [1, 2, 3])
    func anyNumberSurvivesItsOwnText(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<5_000 {
            let mantissa = Int64(truncatingIfNeeded: random.next()) >> (random.next() % 64)
            let exponent = -Int(random.next() % 33)
            let value = try ExactDecimal(mantissa: mantissa, exponent: exponent)
            // The scanner reads the magnitude first, and the smallest Int64 has none.
            guard mantissa != .min else { continue }
            #expect(try ExactDecimal(parsing: value.plainText) == value, "seed \(seed)")
            let scientific = "\(mantissa)e\(exponent)"
            #expect(try ExactDecimal(parsing: scientific) == value, "seed \(seed): \(scientific)")
            #expect(value.mantissa(at: value.exponent) == value.mantissa)
        }
    }

    @Test(arguments: [4, 5])
    func noBytesCrashTheReader(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let alphabet = Array("0123456789.eE+-\" ".utf8)
        for _ in 0..<20_000 {
            let bytes = (0..<(random.next() % 40)).map { _ in alphabet[Int(random.next() % UInt64(alphabet.count))] }
            _ = try? ExactDecimal(parsing: bytes[...])
            _ = try? ExactDecimal(parsing: bytes[...], droppingExcessDecimals: true)
        }
    }
}
