/// A box in the middle of what is already drawn, which it covers.
package struct Dialog: Sendable {
    package var box: Box
    /// Of the whole box, its border included.
    package var size: Size

    package init(title: Line, footer: Line? = nil, size: Size, style: Style = .plain) {
        box = Box(title: title, footer: footer, style: style)
        self.size = size
    }

    package func area(in area: Rect) -> Rect { area.centered(size) }

    /// Returns what is left for the contents: within the border, a column free on each side.
    @discardableResult
    package func draw(into buffer: inout Buffer, in area: Rect) -> Rect {
        let covered = self.area(in: area)
        buffer.fill(covered, style: box.style)
        return box.draw(into: &buffer, in: covered).inset(horizontal: 1)
    }
}
