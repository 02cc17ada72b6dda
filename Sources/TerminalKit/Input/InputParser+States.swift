/// Takes one byte in each of the parser's states.
extension InputParser {
    mutating func take(_ byte: UInt8) {
        switch state {
        case .ground: takeInGround(byte, modifiers: [])
        case .escape: takeAfterEscape(byte)
        case .controlSequence: takeInControlSequence(byte)
        case .singleShift: takeInSingleShift(byte)
        case .string(let sawEscape): takeInString(byte, sawEscape: sawEscape)
        case .oldMouse(let remaining): state = remaining > 1 ? .oldMouse(remaining: remaining - 1) : .ground
        case .paste: takeInPaste(byte)
        }
    }

    private mutating func takeInGround(_ byte: UInt8, modifiers: Key.Modifiers) {
        if byte == 0x1B {
            text.drop()
            state = .escape
        } else if byte < 0x20 || byte == 0x7F {
            text.drop()
            let key = Key(controlByte: byte)
            emit(key.code, key.modifiers.union(modifiers))
        } else if let character = text.add(byte) {
            emit(.character(character), modifiers)
        }
    }

    private mutating func takeAfterEscape(_ byte: UInt8) {
        sequence = []
        introducer = byte
        switch byte {
        case 0x1B: emit(.escape)
        case UInt8(ascii: "["): state = .controlSequence
        case UInt8(ascii: "O"): state = .singleShift
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
            state = .string(sawEscape: false)
        case 0x03:
            // Escape and Ctrl-C, pressed one right after the other. Ctrl-C must always quit, so it does not become Alt-Ctrl-C.
            state = .ground
            emit(.escape)
            takeInGround(byte, modifiers: [])
        case 0x80...:
            // Alt with a letter outside ASCII: the rest of the letter follows, and Alt is lost.
            state = .ground
            takeInGround(byte, modifiers: [])
        default:
            state = .ground
            takeInGround(byte, modifiers: .alt)
        }
    }

    private mutating func takeInControlSequence(_ byte: UInt8) {
        switch byte {
        case 0x1B: state = .escape
        case UInt8(ascii: "[") where sequence.isEmpty: remember(byte)
        case 0x40...0x7E where sequence == [UInt8(ascii: "[")]:
            // The Linux console's `ESC [ [ A` to `E`.
            endSequence { $0.emitConsoleFunctionKey(byte) }
        case UInt8(ascii: "M") where sequence.isEmpty: state = .oldMouse(remaining: 3)
        case 0x40...0x7E: endSequence { $0.finishControlSequence(byte) }
        case 0x20...0x3F: remember(byte)
        default: state = .ground
        }
    }

    private mutating func takeInSingleShift(_ byte: UInt8) {
        switch byte {
        case 0x1B: state = .escape
        case 0x30...0x39, UInt8(ascii: ";"): remember(byte)
        case 0x40...0x7E: endSequence { $0.finishSingleShift(byte) }
        default: state = .ground
        }
    }

    private mutating func takeInString(_ byte: UInt8, sawEscape: Bool) {
        if byte == 0x07 || sawEscape && byte == UInt8(ascii: "\\") {
            state = .ground
            finishString()
        } else if sawEscape {
            // This was not the terminator: the string was cut off, and something else has begun.
            state = .escape
            take(byte)
        } else if isAnswer, byte != 0x1B, !(0x20...0x7E).contains(byte) {
            // An answer has no such byte: it was cut off, and this is a key.
            state = .ground
            takeInGround(byte, modifiers: [])
        } else {
            if byte != 0x1B { remember(byte) }
            state = .string(sawEscape: byte == 0x1B)
        }
    }

    private mutating func takeInPaste(_ byte: UInt8) {
        guard let pasted = paste.add(byte) else { return }
        state = .ground
        paste = PasteAssembler()
        events.append(.paste(pasted))
    }

    private mutating func remember(_ byte: UInt8) {
        if sequence.count <= Self.sequenceLimit { sequence.append(byte) }
    }

    private mutating func endSequence(_ finish: (inout InputParser) -> Void) {
        state = .ground
        if sequence.count <= Self.sequenceLimit { finish(&self) }
    }
}
