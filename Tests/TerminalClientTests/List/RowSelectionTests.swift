import Testing

@testable import TerminalClient

/// Which row of a list keys act on.
struct RowSelectionTests {
    private struct Row: Identifiable {
        let id: String
    }

    private func rows(_ names: String) -> [Row] { names.map { Row(id: String($0)) } }

    @Test func aRowThatWasShownAsSelectedStaysSelectedThoughNobodyChoseIt() {
        var selection = RowSelection<String>()
        selection.follow(rows("abc"), height: 3)
        selection.follow(rows("nabc"), height: 3)
        #expect(selection.place(in: rows("nabc")) == 1)
    }

    @Test func theChosenRowReturnsWithItsThing() {
        var selection = RowSelection<String>()
        selection.select(place: 1, in: rows("abc"))
        selection.follow(rows("ac"), height: 3)
        #expect(selection.place(in: rows("ac")) == 1, "the place of the row that is gone")
        selection.follow(rows("bac"), height: 3)
        #expect(selection.place(in: rows("bac")) == 0)
    }

    @Test func aFilterSelectsTheBestMatchAndReturnsTheSelection() {
        var selection = RowSelection<String>()
        selection.select(place: 2, in: rows("abc"))
        selection.filtered(from: "", to: "x")
        #expect(selection.place(in: rows("ca")) == 0 && selection.wanted.isEmpty)
        selection.filtered(from: "x", to: "xy")
        selection.filtered(from: "xy", to: "")
        #expect(selection.place(in: rows("abc")) == 2)
    }

    @Test func anEmptyListHasNoSelection() {
        var selection = RowSelection<String>()
        selection.select(place: 5, in: rows(""))
        selection.follow(rows(""), height: 3)
        #expect(selection.place(in: rows("")) == 0 && selection.wanted.isEmpty)
    }
}
