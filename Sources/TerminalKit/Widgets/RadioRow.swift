/// A setting with a few values, all in one row.
package struct RadioRow: Sendable {
    package var title: String
    package var options: [String]
    package var chosen: Int
    package var isSelected: Bool
    package var styles: SettingStyles
    /// Whether only the chosen value is shown, close to the title.
    package var isCompact: Bool
    /// A few words after the options, such as how many are left out.
    package var note = ""

    package init(
        title: String,
        options: [String],
        chosen: Int,
        isSelected: Bool = false,
        styles: SettingStyles = SettingStyles(),
        isCompact: Bool = false
    ) {
        self.title = title
        self.options = options
        self.chosen = chosen
        self.isSelected = isSelected
        self.styles = styles
        self.isCompact = isCompact
    }

    package func draw(into buffer: inout Buffer, in area: Rect) {
        // A lone value needs no mark.
        if isCompact { return draw([Span(" "), Span(options[chosen], styles.on)], into: &buffer, in: area) }
        let values = options.indices.flatMap { index in
            [Span(Self.gap), index == chosen ? Span(text(of: index), styles.on) : Span(text(of: index))]
        }
        draw(values + [Span(spacedNote)], into: &buffer, in: area)
    }

    /// The columns that the row takes with all options and the note.
    package var columnCount: Int {
        options.indices.reduce(SettingStyles.markWidth + title.columnCount + spacedNote.columnCount) {
            $0 + Self.gap.count + text(of: $1).columnCount
        }
    }

    /// The option at a column of the row's area; nil beside the options, and if only the chosen one is visible.
    package func option(at x: Int, in area: Rect) -> Int? {
        guard !isCompact, options.count > 1 else { return nil }
        var end = area.x + SettingStyles.markWidth + title.columnCount
        return options.indices.first { index in
            let start = end + Self.gap.count
            end = start + text(of: index).columnCount
            return (start..<end).contains(x)
        }
    }

    private static let gap = "  "
    private var spacedNote: String { note.isEmpty ? "" : Self.gap + note }

    /// An option with its mark.
    private func text(of index: Int) -> String { (index == chosen ? "● " : "○ ") + options[index] }

    private func draw(_ values: [Span], into buffer: inout Buffer, in area: Rect) {
        let line = Line([Span(title)] + values)
        styles.draw(line, isSelected: isSelected, into: &buffer, in: area)
    }
}
