/// The place of text within its columns.
package enum Alignment: Hashable, Sendable {
    case left
    case center
    case right
}

/// Text measured in the columns it takes on the screen.
extension String {
    package var columnCount: Int {
        if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return utf8.count }
        return GlyphReader(self).reduce(0) { $0 + $1.width }
    }

    /// This text if it fits; otherwise as much of it as fits before an ellipsis.
    package func truncated(toColumns limit: Int) -> String {
        guard columnCount > limit else { return self }
        guard limit > 0 else { return "" }
        var kept = ""
        var room = limit - 1
        for glyph in GlyphReader(self) {
            room -= glyph.width
            if room < 0 { break }
            kept += glyph.text
        }
        return kept + "…"
    }

    /// Exactly `width` columns: cut if it is too long, filled with spaces if it is too short.
    package func padded(toColumns width: Int, alignment: Alignment = .left) -> String {
        let text = truncated(toColumns: width)
        let space = Swift.max(0, width - text.columnCount)
        let before = alignment.offset(inSpace: space)
        return String(repeating: " ", count: before) + text + String(repeating: " ", count: space - before)
    }
}

extension Alignment {
    /// How many of `space` free columns stand before the text.
    func offset(inSpace space: Int) -> Int {
        switch self {
        case .left: 0
        case .center: space / 2
        case .right: space
        }
    }
}
