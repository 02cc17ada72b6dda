/// Lines and blocks as shapes that fill their cell exactly and so join their neighbours.
enum SVGShape {
    private static let width = SVGPicture.cellWidth
    private static let height = SVGPicture.cellHeight
    private static let thickness = 1.3
    /// A hair longer than the cell, or smoothing would show where the next one begins.
    private static let seam = 0.35

    /// SVG for a cell at the origin, nil for what the font is to draw.
    static func shape(of glyph: Glyph) -> String? {
        guard let scalar = glyph.text.unicodeScalars.first else { return nil }
        switch scalar.value {
        case 0x2500...0x257F: return lines(scalar)
        case 0x2580...0x259F: return block(scalar.value)
        default: return nil
        }
    }

    /// What a block that stands on the bottom of its cell leaves free above it; nil for any other glyph.
    static func rest(of glyph: Glyph) -> String? {
        guard let value = glyph.text.unicodeScalars.first?.value, 0x2581...0x2587 ~= value else { return nil }
        return rect(0, 0, width + seam, height * Double(0x2588 - value) / 8)
    }

    private static func block(_ value: UInt32) -> String? {
        switch value {
        case 0x2580: return rect(0, 0, width + seam, height / 2)
        case 0x2581...0x2588:
            let filled = height * Double(value - 0x2580) / 8
            return rect(0, height - filled, width + seam, filled + seam)
        case 0x2589...0x258F: return rect(0, 0, width * Double(0x2590 - value) / 8, height)
        case 0x2590: return rect(width / 2, 0, width / 2, height)
        case 0x2591...0x2593: return rect(0, 0, width, height, opacity: 0.25 * Double(value - 0x2590))
        case 0x2594: return rect(0, 0, width, height / 8)
        case 0x2595: return rect(width * 7 / 8, 0, width / 8, height)
        case 0x2596...0x259F: return quadrants(value)
        default: return nil
        }
    }

    /// Which quarters of the cell are filled: upper left, upper right, lower left, lower right.
    private static func quadrants(_ value: UInt32) -> String {
        let filled = [0b0010, 0b0001, 0b1000, 0b1011, 0b1001, 0b1110, 0b1101, 0b0100, 0b0110, 0b0111]
        let quarters = filled[Int(value - 0x2596)]
        return (0..<4).filter { quarters & (8 >> $0) != 0 }.map { quarter in
            rect(Double(quarter % 2) * width / 2, Double(quarter / 2) * height / 2, width / 2, height / 2)
        }.joined()
    }

    /// The arms of a line, from the middle of the cell: left, right, up, down.
    private static let arms: [Unicode.Scalar: String] = [
        "─": "lr", "│": "ud", "┌": "rd", "┐": "ld", "└": "ru", "┘": "lu", "├": "rud", "┤": "lud", "┬": "lrd",
        "┴": "lru", "┼": "lrud", "╴": "l", "╶": "r", "╵": "u", "╷": "d", "━": "LR", "┃": "UD", "┏": "RD", "┓": "LD",
        "┗": "RU", "┛": "LU", "┣": "RUD", "┫": "LUD", "┳": "LRD", "┻": "LRU", "╋": "LRUD", "╭": "rd", "╮": "ld",
        "╰": "ru", "╯": "lu", "╻": "D", "╹": "U", "╽": "uD", "╿": "Ud", "┿": "LRud", "┷": "LRu", "┯": "LRd", "═": "=",
        "╪": "=ud", "╧": "=u", "╤": "=d",
    ]

    private static func lines(_ scalar: Unicode.Scalar) -> String? {
        guard let arms = arms[scalar] else { return nil }
        if ("╭"..."╰").contains(scalar) { return corner(arms) }
        return arms.map(arm).joined()
    }

    private static func arm(_ direction: Character) -> String {
        let wide = direction.isUppercase ? 2.4 * thickness : thickness
        let left = (width - wide) / 2
        let top = (height - wide) / 2
        return switch direction.lowercased() {
        case "l": rect(0, top, left + wide, wide)
        case "r": rect(left, top, width - left + seam, wide)
        case "u": rect(left, 0, wide, top + wide)
        // Both lines of a double one, from side to side.
        case "=":
            rect(0, top - 1.5 * wide, width + seam, wide) + rect(0, top + 1.5 * wide, width + seam, wide)
        default: rect(left, top, wide, height - top + seam)
        }
    }

    private static func corner(_ arms: String) -> String {
        let middle = (x: (width / 2).short, y: (height / 2).short)
        let side = (arms.contains("l") ? 0 : width).short
        let end = (arms.contains("u") ? 0 : height).short
        let path = "M\(side) \(middle.y)Q\(middle.x) \(middle.y) \(middle.x) \(end)"
        return "<path d=\"\(path)\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"\(thickness.short)\"/>"
    }

    private static func rect(_ x: Double, _ y: Double, _ w: Double, _ h: Double, opacity: Double = 1) -> String {
        let fade = opacity < 1 ? " fill-opacity=\"\(opacity.short)\"" : ""
        return "<rect x=\"\(x.short)\" y=\"\(y.short)\" width=\"\(w.short)\" height=\"\(h.short)\"\(fade)/>"
    }
}
