/// A rectangle of cells. Every operation clamps: what does not fit becomes an empty rectangle, never a negative one,
/// so a view written for 80x24 still draws, cut, at 1x1.
package struct Rect: Hashable, Sendable {
    package let x: Int
    package let y: Int
    package let width: Int
    package let height: Int

    package init(x: Int = 0, y: Int = 0, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = max(0, width)
        self.height = max(0, height)
    }

    package init(_ size: Size) { self.init(width: size.width, height: size.height) }

    package static var zero: Rect { Rect(width: 0, height: 0) }
    package var isEmpty: Bool { width == 0 || height == 0 }
    package var size: Size { Size(width: width, height: height) }
    package var origin: Point { Point(x: x, y: y) }
    /// One past the last column.
    package var right: Int { x + width }
    /// One past the last row.
    package var bottom: Int { y + height }

    package func contains(_ point: Point) -> Bool {
        point.x >= x && point.x < right && point.y >= y && point.y < bottom
    }

    package func intersection(_ other: Rect) -> Rect {
        let left = max(x, other.x)
        let top = max(y, other.y)
        return Rect(
            x: left,
            y: top,
            width: min(right, other.right) - left,
            height: min(bottom, other.bottom) - top
        )
    }
}
