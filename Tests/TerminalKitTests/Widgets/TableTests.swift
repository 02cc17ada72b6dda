import Testing

@testable import TerminalKit

/// Tables at several widths, scrolled, with a gap, and with clicks.
struct TableTests {
    static let columns = [
        Column("#", .fixed(2), alignment: .right, priority: 1), Column("Coin", .flexible(minimum: 4)),
        Column("Price", .fixed(6), alignment: .right), Column("24h", .fixed(5), alignment: .right, priority: 2),
    ]

    private static func table(rows: Int = 9, selected: Int? = nil, first: Int = 0, gap: Table.Gap? = nil) -> Table {
        Table(columns: columns, rowCount: rows, selected: selected, first: first, gap: gap) { row, column, _ in
            switch column {
            case 0: "\(row + 1)"
            case 1: "Coin \(row)"
            case 2: "\(row).50"
            default: Line("+\(row)%", .foreground(.green))
            }
        }
    }

    @Test func columnsShareTheWidth() {
        #expect(
            picture(26, 3) { Self.table().draw(into: &$0, in: $0.area) } == """
                 # Coin        Price   24h
                 1 Coin 0       0.50   +0%
                 2 Coin 1       1.50   +1%
                """
        )
    }

    @Test func columnsThatDoNotFitAreDroppedByPriority() {
        let draw = { (width: Int) in picture(width, 2) { Self.table().draw(into: &$0, in: $0.area) } }
        #expect(draw(20) == " # Coin  Price   24h\n 1 Coi…   0.50   +0%")
        #expect(draw(17) == "Coin  Price   24h\nCoi…   0.50   +0%")
        #expect(draw(16) == "Coin       Price\nCoin 0      0.50")
        #expect(draw(8) == "Coin Pr…\nCoi… 0.…")
        #expect(draw(0) == "\n")
    }

    @Test(arguments: [(9, [4, 4]), (12, [7, 4]), (15, [10, 4]), (19, [12, 6])])
    func aColumnBelowItsWantedWidthGetsWhatIsLeftOverFirst(width: Int, widths: [Int]) {
        let columns = [Column("", .flexible(minimum: 4, wanted: 10)), Column("", .flexible(minimum: 4))]
        let placed = Column.place(columns, in: Rect(width: width, height: 1), spacing: 1)
        #expect(placed.map(\.width) == widths)
    }

    @Test func onlyVisibleRowsAreRequested() {
        var asked: Set<Int> = []
        let table = Table(columns: [Column("", .fixed(3))], rowCount: 100_000, selected: 500, first: 497) { row, _, _ in
            asked.insert(row)
            return "x"
        }
        _ = picture(3, 5) { table.draw(into: &$0, in: $0.area) }
        #expect(asked == Set(497...500))
    }

    @Test func aGapOpensBelowItsRowAndStaysInSight() {
        let gap = Table.Gap(afterRow: 8, height: 3)
        let layout = Self.table(selected: 8, first: 6, gap: gap).layout(in: Rect(width: 20, height: 7))
        #expect(layout.rows.map(\.index) == [6, 7, 8])
        #expect(layout.gap == Rect(x: 0, y: 4, width: 20, height: 3))
        let high = Self.table(selected: 0, gap: Table.Gap(afterRow: 0, height: 99)).layout(
            in: Rect(width: 20, height: 6)
        )
        #expect(high.rows.map(\.index) == [0])
        #expect(high.gap == Rect(x: 0, y: 2, width: 20, height: 4))
    }

    @Test func clicksFindRowsAndColumns() {
        let layout = Self.table(first: 2).layout(in: Rect(x: 1, y: 1, width: 26, height: 5))
        #expect(layout.row(at: Point(x: 3, y: 2)) == 2)
        #expect(layout.row(at: Point(x: 3, y: 1)) == nil)
        #expect(layout.column(below: 4) == 1)
        #expect(layout.column(below: 26) == 3)
    }

    @Test func theSelectionLiesUnderTheCells() {
        var buffer = Buffer(size: Size(width: 26, height: 3))
        var table = Self.table(selected: 1)
        table.styles.selected = .background(.blue)
        table.draw(into: &buffer, in: buffer.area)
        #expect((0..<26).allSatisfy { buffer[$0, 2].style.background == .blue })
        #expect(buffer[25, 2].style.foreground == .green)
        #expect(buffer[0, 1].style.background == .terminalDefault)
    }

    @Test func aColumnThatDoesNotJoinTheSelectionLooksLikeThoseOfOtherRows() {
        let columns = [
            Column("", .fixed(2)), Column("", .fixed(3), joinsSelection: false),
            Column("", .fixed(3), joinsSelection: false), Column("", .fixed(2)),
        ]
        let styles = Table.Styles(row: .plain, selected: .background(.blue).bold)
        var buffer = Buffer(size: Size(width: 15, height: 2))
        Table(columns: columns, rowCount: 2, selected: 1, hasHeader: false, styles: styles) { _, column, _ in
            "\(column)"
        }
        .draw(into: &buffer, in: buffer.area)
        let selected = (0..<15).map { buffer[$0, 1].style == styles.selected ? "x" : "-" }.joined()
        #expect(selected == "xxx--------xxxx", "the gaps, too")
        #expect((3..<11).allSatisfy { buffer[$0, 1] == buffer[$0, 0] }, "a move of the selection changes nothing there")
    }

    @Test func anEmptyTableIsItsHeader() {
        #expect(
            picture(16, 2) { Self.table(rows: 0, selected: 0).draw(into: &$0, in: $0.area) } == "Coin       Price\n"
        )
    }
}
