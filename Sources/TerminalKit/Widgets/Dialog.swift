/// A box in the middle of the screen, over what is drawn already.
package struct Dialog: Sendable {
    package var box: Box
    /// The size of the whole box, including its border.
    package var size: Size

    package init(title: Line, size: Size, style: Style = .plain) {
        box = Box(title: title, style: style)
        self.size = size
    }

    package func area(in area: Rect) -> Rect { area.centered(size) }

    /// Returns the area for the contents: inside the border, with a free column on each side.
    @discardableResult
    package func draw(into buffer: inout Buffer, in area: Rect) -> Rect {
        let covered = self.area(in: area)
        buffer.fill(covered, style: box.style)
        return box.draw(into: &buffer, in: covered).inset(horizontal: 1)
    }
}
