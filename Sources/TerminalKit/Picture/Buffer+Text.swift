extension Buffer {
    /// The rows as text without their trailing spaces: a picture that a test can hold.
    package var lines: [String] {
        (0..<size.height).map { y in
            var row = (0..<size.width).map { self[$0, y].glyph.text }
            while row.last == " " || row.last == "" { row.removeLast() }
            return row.joined()
        }
    }

    package var text: String { lines.joined(separator: "\n") }
}
