/// Which characters a terminal can show.
package enum Charset: Hashable, Sendable {
    case unicode
    /// Letters, and the symbols that nearly every font of the Linux console has (`ConsoleFallback`).
    case console
    /// Every character is replaced by ASCII of the same width (`AsciiFallback`).
    case ascii

    /// The glyph that is shown for a cleaned character, with the same width.
    func glyph(for scalar: Unicode.Scalar, width: Int) -> Glyph {
        switch self {
        case .unicode: Glyph(scalar: scalar, width: width)
        case .console: ConsoleFallback.glyph(for: scalar, width: width)
        case .ascii: AsciiFallback.glyph(for: scalar, width: width)
        }
    }
}

/// Replaces symbols on the Linux console, whose fonts have 256 or 512 glyphs. Letters of one column stay, because the
/// font suits the user's language.
enum ConsoleFallback {
    /// Symbols in code page 437, which the kernel's own fonts have, and in every Latin-1 font that Debian sets up
    /// (console-setup 1.221). Those have no half blocks, the kernel's have no heavy lines, and neither have stars,
    /// subscripts or eighths.
    private static let kept = Set(
        "§°±·•←↑→↓≈≤≥─│┌┐└┘├┤┬┴┼═║╒╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡╢╣╤╥╦╧╨╩╪╫╬█░▒■▲▼♦«»¡¿²½¼".unicodeScalars
    )

    private static let symbols: [Unicode.Scalar: Unicode.Scalar] = {
        let groups: [(Unicode.Scalar, String)] = [
            ("•", "●◉⬤∙⋅"), ("─", "━┄┅┈┉╌╍╴╶╸╺╼╾"), ("│", "┃┆┇┊┋╎╏╵╷╹╻╽╿▎▏▕"), ("┌", "╭┏"), ("┐", "╮┓"),
            ("└", "╰┗"), ("┘", "╯┛"), ("░", "▁▂"), ("▒", "▃▄▅▀▓"), ("█", "▆▇▉▊▋▌▐▍"), ("■", "◼▪"),
            ("▲", "△▴"), ("▼", "▽▾"),
        ]
        var table: [Unicode.Scalar: Unicode.Scalar] = [:]
        for (stand, originals) in groups {
            for original in originals.unicodeScalars { table[original] = stand }
        }
        return table
    }()

    static func glyph(for scalar: Unicode.Scalar, width: Int) -> Glyph {
        // The console shows no wide characters, not even those that a selector makes wide.
        guard width == 1 else { return AsciiFallback.glyph(for: scalar, width: width) }
        if let stand = symbols[scalar] { return Glyph(scalar: stand, width: 1) }
        if kept.contains(scalar) || scalar.properties.isAlphabetic { return Glyph(scalar: scalar, width: 1) }
        return AsciiFallback.glyph(for: scalar, width: 1)
    }
}
