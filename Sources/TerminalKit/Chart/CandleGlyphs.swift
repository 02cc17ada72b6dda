/// The glyphs for the marks of a candle. In a reversed glyph, ink and background are exchanged.
struct CandleGlyphs {
    struct Stroke: Hashable {
        let glyph: Glyph
        let isReversed: Bool

        init(_ scalar: Unicode.Scalar, isReversed: Bool = false) {
            glyph = Glyph(scalar: scalar, width: 1)
            self.isReversed = isReversed
        }
    }

    let detail: BlockDetail

    /// - Parameters:
    ///   - column: the column within the body.
    ///   - width: the width of the body.
    /// - Returns: nil if the cell stays as it is.
    func stroke(_ mark: CandleShape.Mark, isHollow: Bool, column: Int, of width: Int) -> Stroke? {
        let isMiddle = column == width / 2
        switch mark {
        case .wick, .upperWick, .lowerWick: return isMiddle ? wick(mark) : nil
        case .bottom(let part): return bottom(part, isHollow)
        case .top(let part): return top(part, isHollow)
        case .whole(let edge):
            guard isHollow else { return solid }
            return width == 1 ? slit : wall(edge, column: column, of: width)
        case .bar(let above, let below): return bar(isHollow, above: isMiddle && above, below: isMiddle && below)
        }
    }
}

// MARK: Blocks
extension CandleGlyphs {
    private var solid: Stroke {
        switch detail {
        case .eighths, .halves, .lines: Stroke("█")
        case .ascii: Stroke("#")
        }
    }

    /// A hollow body of one column: two edges with the background between them.
    private var slit: Stroke {
        switch detail {
        case .eighths: Stroke("┃", isReversed: true)
        case .halves: Stroke("│", isReversed: true)
        case .lines: Stroke("║")
        case .ascii: Stroke("O")
        }
    }

    private func bottom(_ part: Int, _ isHollow: Bool) -> Stroke {
        switch detail {
        case .eighths: part == 8 ? solid : Self.lowerBlock(part)
        case .halves: part >= 6 ? solid : Stroke("▄")
        case .lines: isHollow ? Stroke("╥") : Stroke(part >= 4 ? "█" : "■")
        case .ascii: isHollow ? Stroke("O") : Stroke("#")
        }
    }

    private func top(_ part: Int, _ isHollow: Bool) -> Stroke {
        switch detail {
        case .eighths: part == 8 ? solid : Self.lowerBlock(8 - part, isReversed: true)
        case .halves: part >= 6 ? solid : Stroke("▀")
        case .lines: isHollow ? Stroke("╨") : Stroke(part >= 4 ? "█" : "■")
        case .ascii: isHollow ? Stroke("O") : Stroke("#")
        }
    }

    /// U+2581 to U+2587: one to seven eighths from the bottom.
    private static func lowerBlock(_ part: Int, isReversed: Bool = false) -> Stroke {
        Stroke(Unicode.Scalar(0x2580 + UInt32(max(1, min(8, part)))) ?? "▄", isReversed: isReversed)
    }

    /// A hollow body of several columns: its sides, and the strokes that close its ends.
    private func wall(_ edge: CandleShape.Edge, column: Int, of width: Int) -> Stroke? {
        let side = column == 0 ? 0 : column == width - 1 ? 2 : 1
        let rows: [CandleShape.Edge: [Unicode.Scalar]] =
            switch detail {
            case .eighths: [.none: ["▌", " ", "▐"], .top: ["▛", "▀", "▜"], .bottom: ["▙", "▄", "▟"]]
            case .halves: [.none: ["▌", " ", "▐"], .top: ["█", "▀", "█"], .bottom: ["█", "▄", "█"]]
            case .lines: [.none: ["│", " ", "│"], .top: ["┌", "─", "┐"], .bottom: ["└", "─", "┘"]]
            case .ascii: [.none: ["|", " ", "|"], .top: [".", "-", "."], .bottom: ["'", "-", "'"]]
            }
        // No block is closed both above and below, but two lines with ends are.
        if edge == .both { return Stroke((detail == .ascii ? ["[", "=", "]"] : ["╞", "═", "╡"])[side]) }
        return rows[edge].map { Stroke($0[side]) }
    }
}

// MARK: Lines
extension CandleGlyphs {
    private func wick(_ mark: CandleShape.Mark) -> Stroke {
        switch (mark, detail) {
        case (.upperWick, .eighths): Stroke("╵")
        case (.lowerWick, .eighths): Stroke("╷")
        case (.upperWick, .ascii): Stroke("'")
        case (.lowerWick, .ascii): Stroke(".")
        case (_, .ascii): Stroke("|")
        default: Stroke("│")
        }
    }

    private func bar(_ isHollow: Bool, above: Bool, below: Bool) -> Stroke {
        switch (detail, isHollow) {
        case (.ascii, true): Stroke("o")
        case (.ascii, false): Stroke("*")
        case (.halves, false), (.lines, false): Stroke("■")
        case (_, true): Stroke(above ? below ? "╪" : "╧" : below ? "╤" : "═")
        case (_, false): Stroke(above ? below ? "┿" : "┷" : below ? "┯" : "━")
        }
    }
}
