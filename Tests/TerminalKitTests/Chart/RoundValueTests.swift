import TestSupport
import Testing

@testable import TerminalKit

/// The values an axis shows.
struct RoundValueTests {
    private func values(_ lower: Double, _ upper: Double, _ countMax: Int, exponentMin: Int = -300) -> [RoundValue] {
        RoundValue.values(from: lower, to: upper, countMax: countMax, exponentMin: exponentMin)
    }

    @Test func theyAreMultiplesOfOneTwoOrFive() {
        #expect(values(67_013, 67_987, 5).map(\.value) == [67_200, 67_400, 67_600, 67_800])
        #expect(values(0, 10, 10).map(\.value) == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
        #expect(values(0.98, 1.03, 2).map(\.value) == [1])
        #expect(values(-3, 3, 3).map(\.value) == [-2, 0, 2])
        #expect(values(1.81e-5, 1.86e-5, 3).map(\.value) == [1.82e-5, 1.84e-5, 1.86e-5])
    }

    @Test func theyAreExact() {
        #expect(
            values(0.11, 0.34, 3) == [
                RoundValue(mantissa: 2, exponent: -1), RoundValue(mantissa: 3, exponent: -1),
            ]
        )
        #expect(values(1.2e9, 1.9e9, 4).first == RoundValue(mantissa: 12, exponent: 8))
    }

    @Test func noneIsFinerThanTheGivenStep() {
        #expect(values(1.0001, 1.0002, 10, exponentMin: -4).map(\.mantissa) == [10_001, 10_002])
        #expect(values(1.00011, 1.00019, 10, exponentMin: -4).isEmpty)
    }

    @Test func anEmptyRangeHasNoValues() {
        #expect(values(1, 1, 5).isEmpty)
        #expect(values(2, 1, 5).isEmpty)
        #expect(values(0, 1, 0).isEmpty)
        #expect(values(0, .infinity, 5).isEmpty)
        #expect(values(.nan, 1, 5).isEmpty)
        #expect(values(1e17, 1e17 + 16, 5).isEmpty)
    }

    @Test func thereAreNeverMoreThanWanted() {
        for seed in UInt64(0)..<500 {
            var random = SeededGenerator(seed: seed)
            let lower = Double.random(in: -1e6...1e6, using: &random)
            let spans: [Double] = [1e-7, 1e-3, 1, 1e5]
            let span = spans.randomElement(using: &random) ?? 1
            let upper = lower + span * Double.random(in: 0.1...10, using: &random)
            let wanted = Int.random(in: 1...20, using: &random)
            let found = values(lower, upper, wanted)
            #expect(found.count <= wanted + 1, "seed \(seed)")
            let range = (lower - span * 1e-6)...(upper + span * 1e-6)
            #expect(found.allSatisfy { range.contains($0.value) }, "seed \(seed)")
        }
    }
}
