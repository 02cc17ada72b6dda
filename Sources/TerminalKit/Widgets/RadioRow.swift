/// A setting with a few values to choose from, all of them on one row.
package struct RadioRow: Sendable {
    package var title: String
    package var options: [String]
    package var chosen: Int
    package var isSelected: Bool
    package var note: Line?
    package var styles: SettingStyles

    package init(
        title: String,
        options: [String],
        chosen: Int,
        isSelected: Bool = false,
        note: Line? = nil,
        styles: SettingStyles = SettingStyles()
    ) {
        self.title = title
        self.options = options
        self.chosen = chosen
        self.isSelected = isSelected
        self.note = note
        self.styles = styles
    }

    package func draw(into buffer: inout Buffer, in area: Rect) {
        let values = options.enumerated().flatMap { index, option in
            index == chosen ? [Span("  "), Span("● \(option)", styles.on)] : [Span("  ○ \(option)")]
        }
        let line = Line([Span(title)] + values)
        styles.draw(line, note: note, isSelected: isSelected, into: &buffer, in: area)
    }
}
