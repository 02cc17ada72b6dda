/// What stands for a character where only ASCII can be shown. Widths stay the same, so layouts do too.
/// A character with no stand-in becomes a blank to fill in, `_`: a wrong digit or letter would be worse than an unknown
/// one, and a `?` would be read as part of the text.
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

    /// Lines that only run one way keep their direction; every corner and crossing is a plus.
    private static func boxDrawing(_ scalar: Unicode.Scalar) -> UInt8? {
        switch scalar {
        case "─", "━", "┄", "┅", "┈", "┉", "╌", "╍", "═", "╴", "╶", "╸", "╺", "╼", "╾": UInt8(ascii: "-")
        case "│", "┃", "┆", "┇", "┊", "┋", "╎", "╏", "║", "╵", "╷", "╹", "╻", "╽", "╿": UInt8(ascii: "|")
        case "\u{2500}"..."\u{257F}": UInt8(ascii: "+")
        default: nil
        }
    }

    /// The base letters of U+00C0 to U+017F in order; a question mark where there is no honest single letter.
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
