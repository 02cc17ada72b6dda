/// One row of text to edit, scrolled so that the cursor can be seen.
package struct TextField: Sendable {
    package var input: TextInput
    package var placeholder: String
    /// Shows a dot for every character.
    package var isSecure: Bool
    package var isFocused: Bool
    package var style: Style
    package var placeholderStyle: Style

    package init(
        _ input: TextInput,
        placeholder: String = "",
        isSecure: Bool = false,
        isFocused: Bool = true,
        style: Style = .plain,
        placeholderStyle: Style = .dim
    ) {
        self.input = input
        self.placeholder = placeholder
        self.isSecure = isSecure
        self.isFocused = isFocused
        self.style = style
        self.placeholderStyle = placeholderStyle
    }

    /// Returns where the cursor stands, when the field has the focus.
    package func draw(into buffer: inout Buffer, in area: Rect) -> Cursor? {
        let row = area.row(0)
        guard !row.isEmpty else { return nil }
        buffer.fill(row, style: style)
        if input.isEmpty { buffer.draw(Line(placeholder, placeholderStyle), in: row, style: style) }
        let shown = isSecure ? String(repeating: "•", count: input.text.count) : input.text
        let before = String(shown.prefix(input.cursor)).columnCount
        // The cursor needs a column of its own, also after the last character.
        let scrolled = max(0, before - row.width + 1)
        buffer.draw(shown, at: Point(x: row.x - scrolled, y: row.y), style: style, clippedTo: row)
        return isFocused ? Cursor(x: row.x + before - scrolled, y: row.y) : nil
    }
}
