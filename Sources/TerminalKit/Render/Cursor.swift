/// Where the terminal's own cursor stands, in a text field; views without one return none and it is hidden.
package struct Cursor: Hashable, Sendable {
    package var position: Point

    package init(x: Int, y: Int) { position = Point(x: x, y: y) }
}
