/// The terminal's commands as bytes.
enum ControlSequence {
    /// Erases everything after the first cell. A command that erases the screen would make terminals forget images.
    static let clearScreen = Array("\u{1B}[H\u{1B}[J".utf8)
    static let hideCursor = Array("\u{1B}[?25l".utf8)
    static let showCursor = Array("\u{1B}[?25h".utf8)
    /// Between these two, a terminal shows nothing until the whole frame has come. Terminals that do not know them
    /// ignore them.
    static let beginFrame = Array("\u{1B}[?2026h".utf8)
    static let endFrame = Array("\u{1B}[?2026l".utf8)
    static let eraseToRowEnd = Array("\u{1B}[K".utf8)

    /// For the kitty keyboard protocol: ambiguous keys are reported unambiguously (1), and keys of other layouts with
    /// their place on a PC-101 keyboard (4).
    static let pushKeyboardMode = Array("\u{1B}[>5u".utf8)

    /// OSC 52: sets the clipboard. The text is base64, so that it cannot end the sequence.
    static func clipboard(_ text: String) -> [UInt8] {
        Array("\u{1B}]52;c;\(Base64.encode(Array(text.utf8)))\u{1B}\\".utf8)
    }

    /// Moves rows up, or down if negative, by the commands that every terminal has had for decades: margins, and a step
    /// beyond them.
    static func scroll(_ rows: Range<Int>, by shift: Int) -> [UInt8] {
        let margins = Array("\u{1B}[\(rows.lowerBound + 1);\(rows.upperBound)r".utf8)
        let place = moveTo(Point(x: 0, y: shift > 0 ? rows.upperBound - 1 : rows.lowerBound))
        let step: [UInt8] = shift > 0 ? [0x0A] : [0x1B, UInt8(ascii: "M")]
        return margins + place + Array(repeatElement(step, count: abs(shift)).joined()) + Array("\u{1B}[r".utf8)
    }

    static func csi(_ number: Int, _ final: UInt8) -> [UInt8] {
        var bytes: [UInt8] = [0x1B, UInt8(ascii: "[")]
        if number != 1 { bytes.append(decimal: number) }
        bytes.append(final)
        return bytes
    }

    /// Moves the cursor. Places are counted from 0.
    static func moveTo(_ point: Point) -> [UInt8] {
        var bytes: [UInt8] = [0x1B, UInt8(ascii: "[")]
        bytes.append(decimal: point.y + 1)
        if point.x > 0 {
            bytes.append(UInt8(ascii: ";"))
            bytes.append(decimal: point.x + 1)
        }
        bytes.append(UInt8(ascii: "H"))
        return bytes
    }

    /// OSC 8: what is written up to the next one links to this address; nil ends the link.
    static func hyperlink(_ address: String?) -> [UInt8] { Array("\u{1B}]8;;\(address ?? "")\u{1B}\\".utf8) }
}

extension [UInt8] {
    /// Appends the digits of a number that is not negative. Sequences are made for each change, and a string would cost
    /// an allocation.
    mutating func append(decimal number: Int) {
        if number >= 10 { append(decimal: number / 10) }
        append(UInt8(ascii: "0") + UInt8(number % 10))
    }
}
