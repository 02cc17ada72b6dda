/// The content of the screen: a value around its view model, which can be drawn and takes input.
@MainActor
package protocol View {
    /// A frame of this size is due, or input has come at this size. Here the view model computes its derived values, so
    /// that reading it changes nothing. Before a frame it runs inside observation tracking, like the drawing.
    func prepare(for size: Size)

    /// Draws the whole screen from the view model, and returns the place of the text cursor, if there is one. It runs
    /// inside observation tracking: a change of what it reads causes the next frame.
    func draw(into buffer: inout Buffer) -> Cursor?

    /// A frame has been drawn that wants these images, on a terminal that shows images. This is an input, too.
    func shown(images: [UInt32])

    /// Passes an event on to the view model as an input. Returns true if it was of use. `size` is that of the last
    /// frame, so that a click can be looked up in the same layout.
    func handle(_ event: InputEvent, in size: Size) -> Bool
}

extension View {
    /// A whole frame as the screen draws it.
    package func frame(into buffer: inout Buffer) -> Cursor? {
        prepare(for: buffer.size)
        return draw(into: &buffer)
    }

    /// Passes an event on as the screen does.
    /// - Parameter isUpToDate: whether nothing has changed since the last frame.
    package func take(_ event: InputEvent, in size: Size, isUpToDate: Bool = false) -> Bool {
        // Keys act on the present state, even if no frame has shown it yet.
        if !isUpToDate { prepare(for: size) }
        return handle(event, in: size)
    }

    package func prepare(for size: Size) {}
    package func shown(images: [UInt32]) {}
    package func handle(_ event: InputEvent, in size: Size) -> Bool { false }
}
