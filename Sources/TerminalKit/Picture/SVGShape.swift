/// Lines and blocks as shapes that fill their cell exactly and so join their neighbors. The cell is at the origin.
struct SVGShape: Equatable {
    /// From the middle of one side to the middle of another, around the middle of the cell.
    struct Curve: Equatable {
        let side: Double
        let end: Double

        func path(x: Double, y: Double) -> String {
            let middle = (x: (x + SVGShape.width / 2).short, y: (y + SVGShape.height / 2).short)
            return "M\((x + side).short) \(middle.y)Q\(middle.x) \(middle.y) \(middle.x) \((y + end).short)"
        }
    }

    private(set) var areas: [SVGArea] = []
    private(set) var curve: Curve?
    private(set) var opacity = 1.0

    static let thickness = 1.3
    private static let width = SVGPicture.cellWidth
    private static let height = SVGPicture.cellHeight
    /// Slightly longer than the cell, because smoothing would show where the next one begins.
    private static let seam = 0.35

    /// Nil for a glyph that the font should draw.
    static func shape(of glyph: Glyph) -> SVGShape? {
        guard let scalar = glyph.text.unicodeScalars.first else { return nil }
        switch scalar.value {
        case 0x2500...0x257F: return lines(scalar)
        case 0x2580...0x259F: return block(scalar.value)
        default: return nil
        }
    }

    /// The part above a block that stands on the bottom of its cell; nil for any other glyph.
    static func rest(of glyph: Glyph) -> SVGShape? {
        guard let value = glyph.text.unicodeScalars.first?.value, 0x2581...0x2587 ~= value else { return nil }
        return rect(0, 0, width + seam, height * Double(0x2588 - value) / 8)
    }

    private static func block(_ value: UInt32) -> SVGShape? {
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
    private static func quadrants(_ value: UInt32) -> SVGShape {
        let filled = [0b0010, 0b0001, 0b1000, 0b1011, 0b1001, 0b1110, 0b1101, 0b0100, 0b0110, 0b0111]
        let quarters = filled[Int(value - 0x2596)]
        return SVGShape(
            areas: (0..<4).filter { quarters & (8 >> $0) != 0 }.map { quarter in
                SVGArea(Double(quarter % 2) * width / 2, Double(quarter / 2) * height / 2, width / 2, height / 2)
            }
        )
    }

    /// The arms of a line, from the middle of the cell: left, right, up, down.
    private static let arms: [Unicode.Scalar: String] = [
        "─": "lr", "│": "ud", "┌": "rd", "┐": "ld", "└": "ru", "┘": "lu", "├": "rud", "┤": "lud", "┬": "lrd",
        "┴": "lru", "┼": "lrud", "╴": "l", "╶": "r", "╵": "u", "╷": "d", "━": "LR", "┃": "UD", "┏": "RD", "┓": "LD",
        "┗": "RU", "┛": "LU", "┣": "RUD", "┫": "LUD", "┳": "LRD", "┻": "LRU", "╋": "LRUD", "╭": "rd", "╮": "ld",
        "╰": "ru", "╯": "lu", "╻": "D", "╹": "U", "╽": "uD", "╿": "Ud", "┿": "LRud", "┷": "LRu", "┯": "LRd", "═": "=",
        "╪": "=ud", "╧": "=u", "╤": "=d",
    ]

    private static func lines(_ scalar: Unicode.Scalar) -> SVGShape? {
        guard let arms = arms[scalar] else { return nil }
        if ("╭"..."╰").contains(scalar) { return corner(arms) }
        return SVGShape(areas: arms.flatMap(arm))
    }

    private static func arm(_ direction: Character) -> [SVGArea] {
        let wide = direction.isUppercase ? 2.4 * thickness : thickness
        let left = (width - wide) / 2
        let top = (height - wide) / 2
        return switch direction.lowercased() {
        case "l": [SVGArea(0, top, left + wide, wide)]
        case "r": [SVGArea(left, top, width - left + seam, wide)]
        case "u": [SVGArea(left, 0, wide, top + wide)]
        // Both strokes of a double line, from side to side.
        case "=":
            [-1.5, 1.5].map { SVGArea(0, top + $0 * wide, width + seam, wide) }
        default: [SVGArea(left, top, wide, height - top + seam)]
        }
    }

    private static func corner(_ arms: String) -> SVGShape {
        let curve = Curve(side: arms.contains("l") ? 0 : width, end: arms.contains("u") ? 0 : height)
        return SVGShape(curve: curve)
    }

    private static func rect(_ x: Double, _ y: Double, _ w: Double, _ h: Double, opacity: Double = 1) -> SVGShape {
        SVGShape(areas: [SVGArea(x, y, w, h)], opacity: opacity)
    }
}
