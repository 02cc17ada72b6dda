import TestSupport
import Testing

@testable import TerminalClient

/// The first row of the window on a list, with a chart below one of the rows.
struct ListWindowTests {
    @Test func theSelectedRowIsVisibleWithAsMuchOfItsGapAsFits() {
        for seed in UInt64(0)..<3000 {
            var random = SeededGenerator(seed: seed)
            let count = Int.random(in: 1...30, using: &random)
            let height = Int.random(in: 1...12, using: &random)
            let gap = ListWindow.Gap(
                afterRow: .random(in: 0..<count, using: &random),
                height: .random(in: 0...14, using: &random)
            )
            let selected = Int.random(in: 0..<count, using: &random)
            let rows = VirtualRows(count: count, gap: gap)
            let first = rows.first(from: .random(in: -3...40, using: &random), showing: selected, height: height)
            let hidden = gap.afterRow >= first && gap.afterRow < selected ? gap.height : 0
            #expect(first >= 0 && first <= selected, "seed \(seed)")
            #expect(selected - first + hidden < height, "seed \(seed)")
            if gap.afterRow == selected {
                #expect(height - (selected - first) - 1 >= min(gap.height, height - 1), "seed \(seed)")
            }
            // A window that was found once stays.
            #expect(rows.first(from: first, showing: selected, height: height) == first, "seed \(seed)")
        }
    }

    @Test func aWindowStaysWhereItIsWhileTheSelectionMovesInIt() {
        let rows = VirtualRows(count: 20, gap: ListWindow.Gap(afterRow: 4, height: 5))
        #expect((3...8).map { rows.first(from: 3, showing: $0, height: 12) } == [3, 3, 3, 3, 3, 3])
        #expect(rows.first(from: 3, showing: 10, height: 12) == 4)
        #expect(rows.first(from: 3, showing: 16, height: 12) == 5)
    }

    @Test func movingScrollsOnlyAsFarAsNeeded() {
        var window = ListWindow()
        window.height = 4
        let firsts = [3, 4, 2, 9, 0].map { selected in
            window.show(selected, count: 10)
            return window.first
        }
        #expect(firsts == [0, 1, 1, 6, 0])
    }

    @Test func theWindowFollowsWhenRowsDisappear() {
        var window = ListWindow()
        window.height = 4
        window.show(9, count: 10)
        window.show(2, count: 3)
        #expect(window.first == 0)
        window.show(nil, count: 0)
        #expect(window.first == 0 && window.range(count: 0).isEmpty)
    }

    @Test func beforeTheFirstFrameNothingMoves() {
        var window = ListWindow()
        window.show(9, count: 10)
        #expect(window.first == 0 && window.range(count: 10).isEmpty)
    }
}
