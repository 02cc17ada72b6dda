/// A frame with an optional title in its top edge.
package struct Box: Sendable {
    package var title: Line?
    package var style: Style

    package init(title: Line? = nil, style: Style = .plain) {
        self.title = title
        self.style = style
    }

    package func inner(_ area: Rect) -> Rect { area.inset(by: 1) }

    /// Draws only the frame, and returns the area inside it.
    @discardableResult
    package func draw(into buffer: inout Buffer, in area: Rect) -> Rect {
        guard area.width > 1, area.height > 1 else { return inner(area) }
        drawEdge("╭", "╮", title, in: area.row(0), &buffer)
        drawEdge("╰", "╯", nil, in: area.row(area.height - 1), &buffer)
        var sides = area.inset(vertical: 1)
        buffer.fill(sides.removeLeft(1), with: "│", style: style)
        buffer.fill(sides.removeRight(1), with: "│", style: style)
        return inner(area)
    }

    private func drawEdge(_ left: String, _ right: String, _ label: Line?, in row: Rect, _ buffer: inout Buffer) {
        buffer.fill(row, with: "─", style: style)
        buffer.draw(left, at: row.origin, style: style)
        buffer.draw(right, at: Point(x: row.right - 1, y: row.y), style: style)
        guard let label, !label.isEmpty, row.width > 6 else { return }
        let padded = Line(" ") + label.truncated(toColumns: row.width - 6) + Line(" ")
        buffer.draw(padded, in: row.inset(left: 2, right: 2), style: style)
    }
}
