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

/// A cell's place: column `x` and row `y`, counted from 0 at the top left.
package struct Point: Hashable, Sendable {
    package var x: Int
    package var y: Int

    package init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }

    package static var zero: Point { Point(x: 0, y: 0) }
}

/// Columns and rows; never negative, so that no caller has to guard against a terminal of 0x0.
package struct Size: Hashable, Sendable {
    package let width: Int
    package let height: Int

    package init(width: Int, height: Int) {
        self.width = max(0, width)
        self.height = max(0, height)
    }

    package static var zero: Size { Size(width: 0, height: 0) }
}

extension Size: CustomStringConvertible {
    package var description: String { "\(width)x\(height)" }
}
