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

/// A setting that is on or off.
package struct ToggleRow: Sendable {
    package var title: String
    package var isOn: Bool
    package var isSelected: Bool
    package var note: Line?
    package var styles: SettingStyles

    package init(
        title: String,
        isOn: Bool,
        isSelected: Bool = false,
        note: Line? = nil,
        styles: SettingStyles = SettingStyles()
    ) {
        self.title = title
        self.isOn = isOn
        self.isSelected = isSelected
        self.note = note
        self.styles = styles
    }

    package func draw(into buffer: inout Buffer, in area: Rect) {
        let line = Line([isOn ? Span(box, styles.on) : Span(box), Span(" " + title)])
        styles.draw(line, note: note, isSelected: isSelected, into: &buffer, in: area)
    }

    private var box: String { isOn ? "[✓]" : "[ ]" }

    /// Whether the box or its title is at a column of the row's area.
    package func hasControl(at x: Int, in area: Rect) -> Bool {
        let start = area.x + SettingStyles.markWidth
        return (start..<start + box.columnCount + 1 + title.columnCount).contains(x)
    }
}
