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
