/// A setting that is on or off.
package struct ToggleRow: Sendable {
    package var title: String
    package var isOn: Bool
    package var isSelected: Bool
    package var styles: SettingStyles

    package init(
        title: String,
        isOn: Bool,
        isSelected: Bool = false,
        styles: SettingStyles = SettingStyles()
    ) {
        self.title = title
        self.isOn = isOn
        self.isSelected = isSelected
        self.styles = styles
    }

    package func draw(into buffer: inout Buffer, in area: Rect) {
        let line = Line([isOn ? Span(box, styles.on) : Span(box), Span(" " + title)])
        styles.draw(line, isSelected: isSelected, into: &buffer, in: area)
    }

    private var box: String { isOn ? "[✓]" : "[ ]" }

    /// Whether the box or its title is at a column of the row's area.
    package func hasControl(at x: Int, in area: Rect) -> Bool {
        let start = area.x + SettingStyles.markWidth
        return (start..<start + box.columnCount + 1 + title.columnCount).contains(x)
    }
}
