/// What coordinators can do with the screen: show one view at a time, and set the clipboard.
@MainActor
package protocol Screen: AnyObject {
    /// Shows a view, which gets all input from now on.
    /// - Parameter isLeaving: whether the view's flow is about to show another view. Keys wait for that one.
    func show(_ view: any View, isLeaving: @escaping @MainActor () -> Bool)
    /// The view was about to be left and stays after all, so it gets the keys that have waited.
    func viewStays()
    /// Puts text into the clipboard of the terminal's user, if the terminal allows it.
    func copy(_ text: String)
    /// Rings the bell, and shows a message on the desktop if the terminal can.
    func notify(_ text: String)
    /// Paints everything again, over what another program may have left.
    func repaint()
}

extension Screen {
    /// Shows a view that does not lead anywhere.
    package func show(_ view: any View) { show(view) { false } }
}

/// The place of the terminal's own cursor, in a text field. A view that returns none hides it.
package struct Cursor: Hashable, Sendable {
    package var position: Point

    package init(x: Int, y: Int) { position = Point(x: x, y: y) }
}
