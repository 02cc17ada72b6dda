import Shared
import TestSupport
import Testing

struct DecimalSumTests {
    private func sum(_ terms: [ExactDecimal]) -> ExactDecimal? {
        var sum = DecimalSum()
        for term in terms { sum.add(term) }
        return sum.total
    }

    @Test(arguments: [
        ([], "0"), (["0.1", "0.2"], "0.3"), (["5.5", "-5.5"], "0"),
        (["1", "0.000000000000000001"], "1.000000000000000001"),
        (["156.82517159741286", "0.00000000000001", "10"], "166.82517159741287"),
    ])
    func addsEveryDigit(terms: [String], total: String) {
        #expect(sum(terms.map { decimal($0) }) == decimal(total))
    }

    @Test func aDayOfMinutesWithManyDecimalsLosesADecimalOnlyAtTheEnd() {
        #expect(sum(Array(repeating: decimal("156.82517159741286"), count: 1440)) == decimal("225828.2471002745184"))
        // The exact sum is 1377828.2471002745328, one digit more than 64 bits hold.
        #expect(sum(Array(repeating: decimal("956.82517159741287"), count: 1440)) == decimal("1377828.247100274532"))
    }

    @Test func aSumWithTooManyDigitsLosesOnlyTheFinest() {
        let (large, small) = (decimal("9223372036854775806"), decimal("0.00000000000000000000000000000001"))
        #expect(sum([large, small]) == large)
        #expect(sum([small, large]) == large)
        #expect(sum([large, decimal("2")]) == nil)
        #expect(sum([large, decimal("2"), decimal("-2")]) == large)
    }

    @Test(arguments: [21, 22, 23])
    func theOrderOfTheTermsDoesNotMatter(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<1_000 {
            // Up to 18 decimals and nine digits before the point: 38 digits hold every such sum.
            let terms = (0..<8).map { _ in random.decimal(decimals: 0...18, bits: 59) }
            let total = sum(terms)
            #expect(sum(terms.reversed()) == total, "seed \(seed)")
            #expect(sum(terms.sorted()) == total, "seed \(seed)")
        }
    }

    @Test(arguments: [31, 32])
    func integersAddAsIntegersDo(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<1_000 {
            let exponent = -Int(random.next() % 33)
            let numbers = (0..<9).map { _ in Int64(truncatingIfNeeded: random.next()) >> 12 }
            let terms = try numbers.map { try ExactDecimal(mantissa: $0, exponent: exponent) }
            let expected = try ExactDecimal(mantissa: numbers.reduce(0, +), exponent: exponent)
            #expect(sum(terms) == expected, "seed \(seed)")
        }
    }
}
