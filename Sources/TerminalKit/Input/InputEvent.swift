/// Everything a terminal can tell its program.
package enum InputEvent: Hashable, Sendable {
    case key(Key)
    case mouse(Mouse)
    /// Text pasted in one go, line ends as `\n`. Never to be taken for keys.
    case paste(String)
    case resized(Size)
    case focusGained
    case focusLost
    /// The terminal knows the kitty keyboard protocol and waits to be asked for it.
    case keyboardProtocolOffered
    /// The terminal can show images by the kitty graphics protocol: its answer to our question.
    case imagesOffered
    /// The terminal's word on its colors: one of its answers to our questions.
    case colorTold(ColorAnswer)
    /// The terminal was lent to somebody else and is ours again; all of it has to be painted.
    case resumed
    /// The program is asked to end, or the terminal is gone. The last event.
    case ended(EndReason)
}

/// Why a terminal session is over.
package enum EndReason: Hashable, Sendable {
    case signal(Int32)
    case inputClosed
}
