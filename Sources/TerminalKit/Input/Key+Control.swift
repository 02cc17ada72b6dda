extension Key {
    /// The key for a lone byte below space, or DEL.
    init(controlByte byte: UInt8) {
        switch byte {
        case 0x00: self = .control(" ")
        case 0x09: self.init(.tab)
        // A line feed is Enter, too, because pasted or scripted lines end with it.
        case 0x0A, 0x0D: self.init(.enter)
        // Some terminals send ^H for Backspace, and Ctrl-H has no other use.
        case 0x08, 0x7F: self.init(.backspace)
        case 0x1B: self.init(.escape)
        case 0x1C...0x1F: self = .control(Character(Unicode.Scalar(byte + 0x40)))
        default: self = .control(Character(Unicode.Scalar(byte + 0x60)))
        }
    }
}
