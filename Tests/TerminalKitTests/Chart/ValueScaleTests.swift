import Testing

@testable import TerminalKit

struct ValueScaleTests {
    @Test func theLowestIsAtTheBottomAndTheHighestAtTheTop() {
        let scale = ValueScale(from: 100, to: 200, rows: 10)
        #expect([100, 150, 200].map(scale.level) == [0, 40, 80])
        #expect([100, 150, 200].map(scale.row) == [9, 4, 0])
    }

    @Test func valuesOutsideAreClampedToTheEnds() {
        let scale = ValueScale(from: 100, to: 200, rows: 10)
        #expect([-1, 1e9].map(scale.level) == [0, 80])
        #expect([99.9, 200.1].map(scale.row) == [nil, nil])
    }

    @Test func aConstantValueIsInTheMiddle() {
        #expect(ValueScale(from: 3, to: 3, rows: 5).row(of: 3) == 2)
        #expect(ValueScale(from: 0, to: 0, rows: 5).row(of: 0) == 2)
    }

    @Test func aMarginStaysFree() {
        let scale = ValueScale(from: 100, to: 200, rows: 10, margin: 0.1)
        #expect(scale.level(of: 100) == 7)
        #expect(scale.level(of: 200) == 73)
    }

    @Test func ticksKeepTheirDistance() {
        let scale = ValueScale(from: 67_000, to: 68_000, rows: 20)
        let rows = scale.ticks(countMax: 5).compactMap { scale.row(of: $0.value) }
        #expect(rows == [19, 15, 11, 7, 3, 0])
    }

    // MARK: Logarithms

    @Test func equalRatiosAreEquallyHighOnALogarithmicScale() {
        let scale = ValueScale(from: 1, to: 10_000, rows: 8, kind: .logarithmic)
        #expect([1, 10, 100, 1000, 10_000].map(scale.level) == [0, 16, 32, 48, 64])
        #expect([0, -5].map(scale.level) == [0, 0])
        #expect(scale.row(of: 0) == nil)
    }

    @Test func aLogarithmicScaleOfOneValuePutsItInTheMiddle() {
        for value in [1e-12, 1, 1e9] {
            let scale = ValueScale(from: value, to: value, rows: 5, kind: .logarithmic)
            #expect(scale.row(of: value) == 2)
            #expect(scale.lower < value && scale.upper > value)
        }
    }

    @Test func valuesWithoutALogarithmArePlacedLinearly() {
        for lowest in [0, -1.0] {
            let scale = ValueScale(from: lowest, to: 100, rows: 10, kind: .logarithmic)
            #expect(scale.kind == .linear)
            #expect(scale.level(of: 100) == 80)
        }
    }

    @Test func ticksOfALogarithmicScaleAreRoundAndThin() {
        let long = ValueScale(from: 0.001, to: 1000, rows: 24, kind: .logarithmic)
        #expect(long.ticks(countMax: 8).map(\.value) == [0.001, 0.01, 0.1, 1, 10, 100, 1000])
        let short = ValueScale(from: 100, to: 200, rows: 20, kind: .logarithmic)
        #expect(short.ticks(countMax: 6).map(\.value) == [100, 120, 140, 160, 180, 200])
        for (lower, upper) in [(1e-12, 1e9), (1e-12, 2e-12), (1, 5), (3, 4e4)] {
            for rows in 2...40 {
                let scale = ValueScale(from: lower, to: upper, rows: rows, kind: .logarithmic)
                #expect(scale.ticks(countMax: rows).count <= rows + 1)
            }
        }
    }

    // MARK: Percent

    @Test func percentsRelateToTheirBase() {
        let scale = ValueScale(from: 190, to: 220, rows: 12, kind: .percent(of: 200))
        let ticks = scale.ticks(countMax: 4)
        #expect(ticks.map(\.value) == [-5, 0, 5, 10])
        #expect(ticks.map(scale.value) == [190, 200, 210, 220.00000000000003])
        #expect(ValueScale(from: 1, to: 2, rows: 9, kind: .percent(of: 0)).kind == .linear)
    }

    // MARK: Around zero

    @Test func zeroLiesBetweenTwoRows() {
        for rows in 2...12 {
            for values in [[], [0], [-1, 2], [5], [-3], [-1e-12, 1e9], [1e-300]] as [[Double]] {
                let scale = ValueScale(around: values, rows: rows)
                #expect(scale.level(of: 0) % ValueScale.levelsPerRow == 0)
                #expect(values.allSatisfy { scale.row(of: $0) != nil })
            }
        }
        let scale = ValueScale(around: [-2, 4], rows: 6)
        #expect(scale.level(of: 0) == 16)
        #expect([-2, 4].map(scale.level) == [0, 48])
    }

    @Test func aRowStandsForTheValueInItsMiddle() {
        for kind in [ValueScale.Kind.linear, .logarithmic, .percent(of: 3)] {
            let scale = ValueScale(from: 2, to: 50, rows: 9, kind: kind)
            for row in 0..<9 { #expect(scale.row(of: scale.value(ofRow: row)) == row) }
        }
    }
}
