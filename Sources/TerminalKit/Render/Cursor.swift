/// The place of the terminal's own cursor, in a text field. A view that returns none hides it.
package struct Cursor: Hashable, Sendable {
    package var position: Point

    package init(x: Int, y: Int) { position = Point(x: x, y: y) }
}
