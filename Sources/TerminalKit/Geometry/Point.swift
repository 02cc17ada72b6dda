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
