/// What coordinators know of the screen: it shows one view at a time, and has a clipboard beside it.
@MainActor
package protocol Screen: AnyObject {
    func show(_ view: any View)
    /// Puts text into the clipboard of whoever sits in front of the terminal, where the terminal allows it.
    func copy(_ text: String)
    /// Rings the bell, and shows a message on the desktop if the terminal can.
    func notify(_ text: String)
    /// Paints everything anew, over whatever another program may have left.
    func repaint()
}
