/// What fills the screen: a value around its view model that can be drawn and takes input.
@MainActor
package protocol View {
    /// A frame of this size is due, or input has come to a screen of this size: an input, in which a view model works out what has
    /// changed, so that reading it changes nothing. Runs inside observation tracking, like the frame that follows.
    func prepare(for size: Size)

    /// Draws all of the screen from the view model and nothing else, and returns where the text cursor goes, if anywhere.
    /// Runs inside observation tracking: what is read here is what brings about the next frame.
    func draw(into buffer: inout Buffer) -> Cursor?

    /// A frame has been drawn that would have these images, on a terminal that shows images: an input, too.
    func shown(images: [UInt32])

    /// Passes an event on to the view model as an input; true when it was of use. `size` is what was drawn last, so
    /// that a click can be looked up in the same layout.
    func handle(_ event: InputEvent, in size: Size) -> Bool
}

extension View {
    /// A whole frame, as the screen has it drawn.
    package func frame(into buffer: inout Buffer) -> Cursor? {
        prepare(for: buffer.size)
        return draw(into: &buffer)
    }

    package func prepare(for size: Size) {}
    package func shown(images: [UInt32]) {}
    package func handle(_ event: InputEvent, in size: Size) -> Bool { false }
}
