import TestSupport
import Testing

@testable import TerminalKit

/// Where the window on a list begins, with a view of its own below one of the rows.
struct VirtualRowsTests {
    @Test func theSelectedRowIsInSightWithAsMuchOfItsGapAsFits() {
        for seed in UInt64(0)..<3000 {
            var random = SeededGenerator(seed: seed)
            let count = Int.random(in: 1...30, using: &random)
            let height = Int.random(in: 1...12, using: &random)
            let gap = Table.Gap(
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
            // What was found is a place to stay.
            #expect(rows.first(from: first, showing: selected, height: height) == first, "seed \(seed)")
        }
    }

    @Test func aWindowStaysWhereItIsWhileTheSelectionMovesInIt() {
        let rows = VirtualRows(count: 20, gap: Table.Gap(afterRow: 4, height: 5))
        #expect((3...8).map { rows.first(from: 3, showing: $0, height: 12) } == [3, 3, 3, 3, 3, 3])
        #expect(rows.first(from: 3, showing: 10, height: 12) == 4)
        #expect(rows.first(from: 3, showing: 16, height: 12) == 5)
    }

    @Test func scrollingAndDrawingAgree() {
        let gap = Table.Gap(afterRow: 7, height: 4)
        var scroll = Scroll()
        scroll.select(7, count: 20, height: 8, gap: gap)
        #expect(scroll == Scroll(selected: 7, offset: 4))
        let table = Table(columns: [], rowCount: 20, selected: 7, offset: 4, gap: gap, hasHeader: false) { _, _ in "" }
        let layout = table.layout(in: Rect(width: 9, height: 8))
        #expect(layout.rows.map(\.index) == [4, 5, 6, 7])
        #expect(layout.gap == Rect(x: 0, y: 4, width: 9, height: 4))
    }
}
