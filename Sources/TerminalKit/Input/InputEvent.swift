/// An event that a terminal reports to its program.
package enum InputEvent: Hashable, Sendable {
    case key(Key)
    case mouse(Mouse)
    /// Text that was pasted at once, with line ends as `\n`. It is never taken for keys.
    case paste(String)
    case resized(Size)
    case focusGained
    case focusLost
    /// The terminal knows the kitty keyboard protocol and waits for a request.
    case keyboardProtocolOffered
    /// The terminal has answered that it can show images by the kitty graphics protocol.
    case imagesOffered
    /// The terminal has answered a question about its colors.
    case colorTold(ColorAnswer)
    /// The terminal was lent to another program and is ours again, so everything has to be painted.
    case resumed
    /// The program should end, or the terminal is gone. This is the last event.
    case ended(EndReason)
}

/// Why a terminal session is over.
package enum EndReason: Hashable, Sendable {
    case signal(Int32)
    case inputClosed
}
