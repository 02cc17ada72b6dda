/// One row with a left and a right part. If there is too little room, the left part is cut.
package struct StatusBar: Sendable {
    package var left: Line
    package var right: Line
    package var style: Style

    package init(left: Line, right: Line = Line(), style: Style = .plain) {
        self.left = left
        self.right = right
        self.style = style
    }

    package func draw(into buffer: inout Buffer, in area: Rect) {
        var row = area.row(0)
        buffer.fill(row, style: style)
        let rightArea = row.removeRight(right.columnCount)
        buffer.draw(right, in: rightArea, style: style)
        if !right.isEmpty { _ = row.removeRight(1) }
        buffer.draw(left, in: row, style: style)
    }
}
