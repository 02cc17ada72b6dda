/// A frame with an optional title in its top edge and a footer in its bottom one.
package struct Box: Sendable {
    package enum Border: Sendable {
        case rounded, square, double, heavy

        /// Top left, horizontal, top right, vertical, bottom left, bottom right.
        var glyphs: [Character] {
            switch self {
            case .rounded: ["╭", "─", "╮", "│", "╰", "╯"]
            case .square: ["┌", "─", "┐", "│", "└", "┘"]
            case .double: ["╔", "═", "╗", "║", "╚", "╝"]
            case .heavy: ["┏", "━", "┓", "┃", "┗", "┛"]
            }
        }
    }

    package var title: Line?
    package var footer: Line?
    package var border: Border
    package var style: Style

    package init(title: Line? = nil, footer: Line? = nil, border: Border = .rounded, style: Style = .plain) {
        self.title = title
        self.footer = footer
        self.border = border
        self.style = style
    }

    package func inner(_ area: Rect) -> Rect { area.inset(by: 1) }

    /// Draws only the frame, and returns the area inside it.
    @discardableResult
    package func draw(into buffer: inout Buffer, in area: Rect) -> Rect {
        guard area.width > 1, area.height > 1 else { return inner(area) }
        let glyphs = border.glyphs
        drawEdge(glyphs[0], glyphs[1], glyphs[2], title, in: area.row(0), &buffer)
        drawEdge(glyphs[4], glyphs[1], glyphs[5], footer, in: area.row(area.height - 1), &buffer)
        var sides = area.inset(vertical: 1)
        buffer.fill(sides.removeLeft(1), with: glyphs[3], style: style)
        buffer.fill(sides.removeRight(1), with: glyphs[3], style: style)
        return inner(area)
    }

    private func drawEdge(
        _ left: Character,
        _ middle: Character,
        _ right: Character,
        _ label: Line?,
        in row: Rect,
        _ buffer: inout Buffer
    ) {
        buffer.fill(row, with: middle, style: style)
        buffer.draw(String(left), at: row.origin, style: style)
        buffer.draw(String(right), at: Point(x: row.right - 1, y: row.y), style: style)
        guard let label, !label.isEmpty, row.width > 6 else { return }
        let padded = Line(" ") + label.truncated(toColumns: row.width - 6) + Line(" ")
        buffer.draw(padded, in: row.inset(left: 2, right: 2), style: style)
    }
}
