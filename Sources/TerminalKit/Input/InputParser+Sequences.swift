/// Interprets complete sequences. Unknown ones are ignored.
extension InputParser {
    mutating func finishControlSequence(_ final: UInt8) {
        if sequence.first == UInt8(ascii: "<") { return finishMouse(final) }
        if sequence.first == UInt8(ascii: "?"), final == UInt8(ascii: "u") {
            return events.append(.keyboardProtocolOffered)
        }
        // Private answers (`ESC [ ? ...`) and sequences with intermediates are not keys.
        guard let parameters = SequenceParameters(sequence), !parameters.isKeyRelease else { return }
        switch final {
        case UInt8(ascii: "I") where sequence.isEmpty: events.append(.focusGained)
        case UInt8(ascii: "O") where sequence.isEmpty: events.append(.focusLost)
        case UInt8(ascii: "Z"): emit(.tab, .shift)
        case UInt8(ascii: "~"): finishTilde(parameters)
        case UInt8(ascii: "u"): emit(parameters.keyNumber, parameters.modifiers)
        case UInt8(ascii: "a")...UInt8(ascii: "d"):
            // rxvt: the arrows with Shift.
            if let code = Self.letterKeys[final - 32] { emit(code, .shift) }
        default:
            if let code = Self.letterKeys[final] { emit(code, parameters.modifiers) }
        }
    }

    mutating func finishSingleShift(_ final: UInt8) {
        let modifiers = SequenceParameters(sequence)?.lastAsModifiers ?? []
        switch final {
        case UInt8(ascii: "M"): emit(.enter, modifiers)
        case UInt8(ascii: "a")...UInt8(ascii: "d"):
            if let code = Self.letterKeys[final - 32] { emit(code, .control) }
        case UInt8(ascii: "j")...UInt8(ascii: "y"):
            // The keypad in application mode sends its character shifted by 0x40.
            emit(.character(Character(Unicode.Scalar(final - 0x40))), modifiers)
        default:
            if let code = Self.letterKeys[final] { emit(code, modifiers) }
        }
    }

    mutating func emitConsoleFunctionKey(_ final: UInt8) {
        guard (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(final) else { return }
        emit(.function(Int(final) - 64))
    }

    private mutating func finishTilde(_ parameters: SequenceParameters) {
        switch parameters[0] {
        case 200:
            paste = PasteAssembler()
            state = .paste
        case 27: emit(KeyNumber(plain: parameters[2]), parameters.modifiers)
        default:
            if let code = Self.tildeKeys[parameters[0]] { emit(code, parameters.modifiers) }
        }
    }

    private mutating func emit(_ number: KeyNumber, _ modifiers: Key.Modifiers) {
        if let key = number.key(modifiers) { events.append(.key(key)) }
    }

    private mutating func finishMouse(_ final: UInt8) {
        guard let parameters = SequenceParameters(sequence.dropFirst()), parameters.count == 3 else { return }
        let isPress = final == UInt8(ascii: "M")
        guard isPress || final == UInt8(ascii: "m") else { return }
        guard let mouse = Mouse(code: parameters[0], column: parameters[1], row: parameters[2], isPress: isPress) else {
            return
        }
        events.append(.mouse(mouse))
    }

    private static let letterKeys: [UInt8: Key.Code] = [
        UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
        UInt8(ascii: "F"): .end, UInt8(ascii: "H"): .home, UInt8(ascii: "P"): .function(1),
        UInt8(ascii: "Q"): .function(2), UInt8(ascii: "R"): .function(3), UInt8(ascii: "S"): .function(4),
    ]

    private static let tildeKeys: [Int: Key.Code] = [
        1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end, 11: .function(1),
        12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5), 17: .function(6), 18: .function(7),
        19: .function(8), 20: .function(9), 21: .function(10), 23: .function(11), 24: .function(12),
    ]
}
