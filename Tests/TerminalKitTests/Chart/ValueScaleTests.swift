import Testing

@testable import TerminalKit

struct ValueScaleTests {
    @Test func theLowestIsAtTheBottomAndTheHighestAtTheTop() {
        let scale = ValueScale(from: 100, to: 200, rows: 10)
        #expect([100, 150, 200].map(scale.level) == [0, 40, 80])
        #expect([100, 150, 200].map(scale.row) == [9, 4, 0])
    }

    @Test func whatLiesOutsideIsHeldToTheEnds() {
        let scale = ValueScale(from: 100, to: 200, rows: 10)
        #expect([-1, 1e9].map(scale.level) == [0, 80])
        #expect([99.9, 200.1].map(scale.row) == [nil, nil])
    }

    @Test func aValueThatStandsStillIsInTheMiddle() {
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
}
