/// One row of editable text. It is scrolled so that the cursor is visible.
package struct TextField: Sendable {
    package var text: String
    /// In characters from the start.
    package var cursor: Int
    package var placeholder: String
    /// Shows a dot for every character.
    package var isSecure: Bool
    package var isFocused: Bool
    package var style: Style

    package init(
        _ text: String,
        cursor: Int,
        placeholder: String = "",
        isSecure: Bool = false,
        isFocused: Bool = true,
        style: Style = .plain
    ) {
        self.text = text
        self.cursor = cursor
        self.placeholder = placeholder
        self.isSecure = isSecure
        self.isFocused = isFocused
        self.style = style
    }

    /// Returns the place of the cursor, if the field has the focus.
    package func draw(into buffer: inout Buffer, in area: Rect) -> Cursor? {
        let row = area.row(0)
        guard !row.isEmpty else { return nil }
        buffer.fill(row, style: style)
        if text.isEmpty { buffer.draw(Line(placeholder, .dim), in: row, style: style) }
        let shown = isSecure ? String(repeating: "•", count: text.count) : text
        let before = String(shown.prefix(cursor)).columnCount
        // The cursor needs a column even after the last character.
        let scrolled = max(0, before - row.width + 1)
        buffer.draw(shown, at: Point(x: row.x - scrolled, y: row.y), style: style, clippedTo: row)
        return isFocused ? Cursor(x: row.x + before - scrolled, y: row.y) : nil
    }
}
