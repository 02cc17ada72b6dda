/// What coordinators can do with the screen: show one view at a time, and set the clipboard.
@MainActor
package protocol Screen: AnyObject {
    func show(_ view: any View)
    /// Puts text into the clipboard of the terminal's user, if the terminal allows it.
    func copy(_ text: String)
    /// Rings the bell, and shows a message on the desktop if the terminal can.
    func notify(_ text: String)
    /// Paints everything again, over what another program may have left.
    func repaint()
}

/// The place of the terminal's own cursor, in a text field. A view that returns none hides it.
package struct Cursor: Hashable, Sendable {
    package var position: Point

    package init(x: Int, y: Int) { position = Point(x: x, y: y) }
}
