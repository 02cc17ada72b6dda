import TestSupport
import Testing

@testable import TerminalKit

/// Which mark each cell of a candle gets. The scale has a level for each unit, so that values read as eighths of a row.
struct CandleShapeTests {
    private let scale = ValueScale(from: 0, to: 40, rows: 5)

    /// From the bottom up.
    private func marks(open: Double, high: Double, low: Double, close: Double) -> [CandleShape.Mark?] {
        let shape = CandleShape(CandleBar(open: open, high: high, low: low, close: close), on: scale)
        return (0..<5).map(shape.mark)
    }

    @Test func aFallingBodyIsDrawnToAnEighth() {
        #expect(marks(open: 29, high: 29, low: 11, close: 11) == [nil, .top(5), .whole(.none), .bottom(5), nil])
    }

    @Test func aRisingBodyIsHollow() {
        let rising = CandleShape(CandleBar(open: 8, high: 32, low: 8, close: 32), on: scale)
        #expect(rising.isHollow)
        #expect((1...3).map(rising.mark) == [.whole(.bottom), .whole(.none), .whole(.top)])
        #expect(!CandleShape(CandleBar(open: 32, high: 32, low: 8, close: 8), on: scale).isHollow)
    }

    @Test func wicksReachAsFarAsThePriceWent() {
        #expect(marks(open: 24, high: 40, low: 4, close: 16) == [.upperWick, .wick, .whole(.both), .wick, .wick])
        #expect(marks(open: 24, high: 28, low: 0, close: 16) == [.wick, .wick, .whole(.both), .lowerWick, nil])
    }

    @Test func anEndOfTheBodyThatAWickGoesOnFromIsRoundedToACell() {
        #expect(marks(open: 26, high: 40, low: 8, close: 8) == [nil, .whole(.bottom), .whole(.top), .wick, .wick])
        #expect(
            marks(open: 29, high: 40, low: 8, close: 8) == [nil, .whole(.bottom), .whole(.none), .whole(.top), .wick]
        )
        #expect(marks(open: 26, high: 26, low: 8, close: 8) == [nil, .whole(.bottom), .whole(.none), .bottom(2), nil])
    }

    @Test func aHollowBodyIsClosedAtBothEndsWhereverItsWicksGoOn() {
        #expect(
            marks(open: 6, high: 40, low: 0, close: 34) == [.wick, .whole(.bottom), .whole(.none), .whole(.top), .wick]
        )
        #expect(marks(open: 14, high: 40, low: 0, close: 26) == [.wick, .wick, .whole(.both), .wick, .wick])
        #expect(marks(open: 16, high: 40, low: 0, close: 24) == [.wick, .wick, .whole(.both), .wick, .wick])
        for seed in UInt64(0)..<2000 {
            var random = SeededGenerator(seed: seed)
            let values = (0..<4).map { _ in Double.random(in: 0...40, using: &random) }.sorted()
            let marks = marks(open: values[1], high: values[3], low: values[0], close: values[2]).compactMap(\.self)
            let body = marks.filter { ![.wick, .upperWick, .lowerWick].contains($0) }
            #expect(body.first != .whole(.none) && body.last != .whole(.none), "seed \(seed)")
        }
    }

    @Test func aBodyTooLowForACellIsABar() {
        #expect(
            marks(open: 20, high: 20, low: 20, close: 20) == [nil, nil, .bar(above: false, below: false), nil, nil]
        )
        #expect(marks(open: 20, high: 30, low: 10, close: 21)[2] == .bar(above: true, below: true))
        #expect(marks(open: 15, high: 17, low: 14, close: 17)[1...2] == [.upperWick, .bar(above: false, below: true)])
    }

    @Test func nothingLeavesTheScale() {
        #expect(marks(open: 40, high: 99, low: 40, close: 40)[4] == .bar(above: false, below: false))
        #expect(marks(open: 0, high: 0, low: -9, close: 0)[0] == .bar(above: false, below: false))
    }

    @Test func theDirectionShowsWithoutColors() {
        for seed in UInt64(0)..<2000 {
            var random = SeededGenerator(seed: seed)
            let values = (0..<4).map { _ in Double.random(in: 0...40, using: &random) }.sorted()
            let rising = CandleBar(open: values[1], high: values[3], low: values[0], close: values[2])
            let falling = CandleBar(open: values[2], high: values[3], low: values[0], close: values[1])
            for detail in BlockDetail.allCases {
                #expect(strokes(rising, detail) != strokes(falling, detail), "seed \(seed), \(detail)")
            }
        }
    }

    @Test func aCandleHasNoHoles() {
        for seed in UInt64(0)..<2000 {
            var random = SeededGenerator(seed: seed)
            let values = (0..<4).map { _ in Double.random(in: 0...40, using: &random) }
            let bar = CandleBar(
                open: values[0],
                high: values.max() ?? 0,
                low: values.min() ?? 0,
                close: values[1]
            )
            let shape = CandleShape(bar, on: scale)
            let marked = (0..<5).filter { shape.mark(at: $0) != nil }
            #expect(marked.count == (marked.last ?? 0) - (marked.first ?? 0) + 1, "seed \(seed)")
        }
    }

    /// Part of a cell between the two would be a gap.
    @Test func bodiesTouchTheirWicksAndEndWhereTheyClosed() {
        for seed in UInt64(0)..<2000 {
            var random = SeededGenerator(seed: seed)
            let values = (0..<4).map { _ in Double.random(in: 0...40, using: &random) }
            let (lowest, highest) = (values.min() ?? 0, values.max() ?? 0)
            let shape = CandleShape(CandleBar(open: values[0], high: highest, low: lowest, close: values[1]), on: scale)
            for (lower, upper) in zip((0..<4).map(shape.mark), (1..<5).map(shape.mark)) {
                if case .bottom = lower { #expect(upper == nil, "seed \(seed)") }
                if case .top = upper { #expect(lower == nil, "seed \(seed)") }
            }
            switch shape.mark(at: shape.closeRow) {
            case .whole, .bar, .bottom, .top: break
            case let mark: Issue.record("seed \(seed): \(String(describing: mark)) where the body ends")
            }
        }
    }

    private func strokes(_ bar: CandleBar, _ detail: BlockDetail) -> [CandleGlyphs.Stroke?] {
        let shape = CandleShape(bar, on: scale)
        let glyphs = CandleGlyphs(detail: detail)
        return (0..<5).map { row in
            shape.mark(at: row).flatMap { glyphs.stroke($0, isHollow: shape.isHollow, column: 0, of: 1) }
        }
    }
}
