/// A key by code point, as `CSI u` reports it in xterm's form and in the kitty keyboard protocol.
struct KeyNumber {
    let plain: Int
    /// The code point with Shift, and below that the one in the same place on a PC-101 keyboard; 0 if not reported.
    var shifted = 0
    var base = 0

    /// Nil for a key without a meaning here, such as a lone Shift.
    func key(_ modifiers: Key.Modifiers) -> Key? {
        if let code = Self.named[plain] { return Key(code, modifiers) }
        let held = modifiers.subtracting(.shift)
        let isShifted = modifiers.contains(.shift)
        if held == .control, !isShifted, let byte = Self.controls[plain] { return Key(controlByte: byte) }
        // A shortcut is a place on the keyboard: Ctrl-С of a Cyrillic layout is Ctrl-C.
        if !held.isEmpty, plain >= 0x80, let character = Self.character(base) {
            return Key(.character(isShifted ? character.capital : character), held)
        }
        if isShifted, let character = Self.character(shifted) { return Key(.character(character), held) }
        return Self.character(plain).map { Key(.character(isShifted ? $0.capital : $0), held) }
    }

    private static func character(_ number: Int) -> Character? {
        if let character = keypad[number] { return character }
        switch number {
        // Controls and private use: keys without a character.
        case 0..<0x20, 0x7F..<0xA0, 0xE000...0xF8FF: return nil
        default: return UInt32(exactly: number).flatMap(Unicode.Scalar.init).map(Character.init)
        }
    }

    private static let named: [Int: Key.Code] = [
        8: .backspace, 9: .tab, 13: .enter, 27: .escape, 127: .backspace, 57414: .enter, 57417: .left, 57418: .right,
        57419: .up, 57420: .down, 57421: .pageUp, 57422: .pageDown, 57423: .home, 57424: .end, 57425: .insert,
        57426: .delete,
    ]

    /// Ctrl with these is another key, as in a terminal that sends control bytes: Ctrl-[ is Escape, Ctrl-H Backspace, and
    /// Ctrl-J and Ctrl-M are Enter.
    private static let controls: [Int: UInt8] = [91: 0x1B, 104: 0x08, 106: 0x0A, 109: 0x0D]

    /// The characters of the keypad's keys. Its separator depends on the locale and is mostly a comma.
    private static let keypad: [Int: Character] = {
        let keys = Array("0123456789./*-+").enumerated().map { (57399 + $0, $1) }
        return Dictionary(uniqueKeysWithValues: keys + [(57415, "="), (57416, ",")])
    }()
}

extension Character {
    fileprivate var capital: Character { uppercased().first ?? self }
}
