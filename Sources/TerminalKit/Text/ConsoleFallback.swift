/// What stands for a symbol on the Linux console, whose fonts hold 256 or 512 glyphs. Letters of one column stay: the font is the one
/// of the user's language.
enum ConsoleFallback {
    /// In code page 437, as the kernel's own fonts have it, and in every Latin-1 font that Debian sets up (console-setup 1.221:
    /// those have no half blocks, the kernel's no heavy lines, and neither has stars, subscripts or eighths).
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
        // The console knows no wide characters, and none that a selector makes wide.
        guard width == 1 else { return AsciiFallback.glyph(for: scalar, width: width) }
        if let stand = symbols[scalar] { return Glyph(scalar: stand, width: 1) }
        if kept.contains(scalar) || scalar.properties.isAlphabetic { return Glyph(scalar: scalar, width: 1) }
        return AsciiFallback.glyph(for: scalar, width: 1)
    }
}
