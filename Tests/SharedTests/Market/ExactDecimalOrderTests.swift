import Shared
import TestSupport
import Testing

struct ExactDecimalOrderTests {
    @Test func ordersByValueHoweverManyDecimals() throws {
        let ascending = [
            "-9223372036854775807", "-63250.12", "-63250.1", "-1", "-0.1", "-0.00000000000000000000000000000001", "0",
            "0.00000000000000000000000000000001", "0.000000063", "0.0000000630001", "0.1", "0.9223372036854775807", "1",
            "63250.1", "63250.12", "9223372036854775807",
        ].map { decimal($0) }
        for (place, one) in ascending.enumerated() {
            for (otherPlace, other) in ascending.enumerated() {
                #expect((one < other) == (place < otherPlace), "\(one) < \(other)")
                #expect((one > other) == (place > otherPlace), "\(one) > \(other)")
            }
        }
    }

    @Test(arguments: [11, 12, 13])
    func theOrderIsThatOfTheWrittenDigits(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<5_000 {
            let (one, other) = (random.decimal(), random.decimal())
            let digits = (WrittenDigits(one), WrittenDigits(other))
            #expect((one < other) == (digits.0 < digits.1), "seed \(seed): \(one) < \(other)")
            #expect(
                [one < other, one == other, one > other].filter(\.self).count == 1,
                "seed \(seed): \(one), \(other)"
            )
        }
    }
}

/// A slow and obvious order: whole digits padded to one width, then the decimals padded to one width.
private struct WrittenDigits: Comparable {
    private let isNegative: Bool
    private let padded: String

    init(_ number: ExactDecimal) {
        let text = number.plainText
        isNegative = text.hasPrefix("-")
        let parts = text.drop { $0 == "-" }.split(separator: ".")
        let decimals = parts.count > 1 ? String(parts[1]) : ""
        padded =
            String(repeating: "0", count: 40 - parts[0].count) + parts[0] + decimals
            + String(repeating: "0", count: 40 - decimals.count)
    }

    static func < (one: Self, other: Self) -> Bool {
        if one.isNegative != other.isNegative { return one.isNegative }
        return one.isNegative ? one.padded > other.padded : one.padded < other.padded
    }
}
