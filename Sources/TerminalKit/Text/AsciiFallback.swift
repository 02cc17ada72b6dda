/// Replaces characters if only ASCII can be shown. Widths stay the same, so layouts do, too. A character without a
/// replacement becomes `_`. A wrong digit or letter would be worse, and a `?` would be read as part of the text.
enum AsciiFallback {
    private static let unknown = UInt8(ascii: "_")

    static func glyph(for scalar: Unicode.Scalar, width: Int) -> Glyph {
        guard width == 1 else { return Glyph(cluster: "__", width: 2) }
        if scalar.isASCII { return Glyph(ascii: UInt8(truncatingIfNeeded: scalar.value)) }
        return Glyph(ascii: symbols[scalar] ?? boxDrawing(scalar) ?? letter(scalar) ?? unknown)
    }

    private static let symbols: [Unicode.Scalar: UInt8] = {
        let groups: [(Unicode.Scalar, String)] = [
            ("*", "★✦✱●◉•⬤"), ("o", "○◯◦☆"), (".", "·∙⋅"), ("~", "…≈"), ("-", "–—−‐‑"), ("^", "▲△↑▴⌃"),
            ("v", "▼▽↓▾✓✔⌄"), ("<", "◀◁←◂‹«≤"), (">", "▶▷→▸›»❯≥"), ("x", "×✕✖✗✘"), ("'", "‘’‚′"),
            ("\"", "“”„″"), ("#", "█▓▉▊▋▇▆▅■◼▪"), ("=", "▒▌▐▍▄▀≡"), (":", "░⋮"), ("_", "▁▂▃␣"), ("|", "▎▏▕¦"),
            ("!", "⚠¡"), ("+", "⊕±†"), ("c", "©¢"), ("E", "€"), ("L", "£"), ("Y", "¥"), ("u", "µ"), (" ", "\u{A0}"),
        ]
        var table: [Unicode.Scalar: UInt8] = [:]
        for (stand, originals) in groups {
            for original in originals.unicodeScalars { table[original] = UInt8(ascii: stand) }
        }
        return table
    }()

    /// Straight lines keep their direction. Every corner and crossing is a plus.
    private static func boxDrawing(_ scalar: Unicode.Scalar) -> UInt8? {
        switch scalar {
        case "─", "━", "┄", "┅", "┈", "┉", "╌", "╍", "═", "╴", "╶", "╸", "╺", "╼", "╾": UInt8(ascii: "-")
        case "│", "┃", "┆", "┇", "┊", "┋", "╎", "╏", "║", "╵", "╷", "╹", "╻", "╽", "╿": UInt8(ascii: "|")
        case "\u{2500}"..."\u{257F}": UInt8(ascii: "+")
        default: nil
        }
    }

    /// The base letters of U+00C0 to U+017F in order, with a question mark for characters without a suitable letter.
    private static let latin = Array(
        """
        AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTsaaaaaaaceeeeiiiidnooooo/ouuuuyty\
        AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiIiJjKkkLlLlLlL\
        lLlNnNnNnnNnOoOoOoOoRrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs
        """.utf8
    )

    private static func letter(_ scalar: Unicode.Scalar) -> UInt8? {
        guard scalar.value >= 0xC0, Int(scalar.value) < 0xC0 + latin.count else { return nil }
        return latin[Int(scalar.value) - 0xC0]
    }
}
