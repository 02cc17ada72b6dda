/// The styles of rows in a settings screen.
package struct SettingStyles: Sendable {
    package var row: Style
    package var selected: Style
    package var on: Style

    package init(row: Style = .plain, selected: Style = .reverse, on: Style = .bold) {
        self.row = row
        self.selected = selected
        self.on = on
    }

    /// The width of the marker in front of a row.
    static let markWidth = 2

    /// Draws a row with its marker and its text.
    func draw(_ line: Line, isSelected: Bool, into buffer: inout Buffer, in area: Rect) {
        let style = isSelected ? selected.over(row) : row
        let left = Line((isSelected ? "›" : "").padded(toColumns: Self.markWidth)) + line
        StatusBar(left: left, style: style).draw(into: &buffer, in: area)
    }
}
