/// The styles of rows in a settings screen.
package struct SettingStyles: Sendable {
    package var row: Style
    package var selected: Style
    package var on: Style
    package var note: Style

    package init(row: Style = .plain, selected: Style = .reverse, on: Style = .bold, note: Style = .dim) {
        self.row = row
        self.selected = selected
        self.on = on
        self.note = note
    }

    /// The width of the marker in front of a row.
    static let markWidth = 2

    /// Draws a row with its marker, its text on the left and a note on the right.
    func draw(_ line: Line, note: Line?, isSelected: Bool, into buffer: inout Buffer, in area: Rect) {
        let style = isSelected ? selected.over(row) : row
        let remark = note.map { Line($0.spans.map { Span($0.text, $0.style.over(self.note)) }) } ?? Line()
        let left = Line((isSelected ? "›" : "").padded(toColumns: Self.markWidth)) + line
        StatusBar(left: left, right: remark, style: style).draw(into: &buffer, in: area)
    }
}
