/// Bytes from a terminal to events: pure, resumable at any byte, with bounded memory whatever it is fed.
///
/// ESC may be the Escape key or the beginning of a sequence. The parser waits; whoever feeds it calls `flush()` when
/// nothing followed within a short time (`isWaiting`).
package struct InputParser {
    enum State {
        case ground
        case escape
        case controlSequence
        /// SS3: `ESC O`, function keys.
        case singleShift
        /// OSC, DCS, APC, PM or SOS: answers, of which all but those to our questions are dropped up to their terminator.
        case string(sawEscape: Bool)
        /// The three bytes that follow `ESC [ M` in the oldest mouse protocol.
        case oldMouse(remaining: Int)
        case paste
    }

    /// The longest sequence worth reading; a longer one is swallowed all the same.
    package static let sequenceLimit = 64

    var state = State.ground
    /// What has been read of the sequence at hand, without its introducer.
    package internal(set) var sequence: [UInt8] = []
    /// The byte after ESC that opened a string: alone, it was Alt with that key.
    var introducer: UInt8 = 0
    var text = UTF8Assembler()
    var paste = PasteAssembler()
    var events: [InputEvent] = []

    package init() {}

    /// Whether a sequence has begun that only time can tell from a key. A paste may take a while, and so may the rest
    /// of a character or of an answer: none of them could be anything else.
    package var isWaiting: Bool {
        switch state {
        case .ground, .paste: false
        case .string: !isAnswer
        default: true
        }
    }

    package mutating func feed(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
        for byte in bytes { take(byte) }
        return takeEvents()
    }

    /// Nothing followed in time: a lone ESC was the key, and half a sequence will not be completed any more.
    package mutating func flush() -> [InputEvent] {
        switch state {
        case .ground, .paste: return []
        // It comes when it comes: its rest must not be taken for keys.
        case .string where isAnswer: return []
        case .escape: emit(.escape)
        case .controlSequence where sequence.isEmpty: emit(.character("["), .alt)
        case .singleShift where sequence.isEmpty: emit(.character("O"), .alt)
        case .string where sequence.isEmpty: emit(.character(Character(Unicode.Scalar(introducer))), .alt)
        default: break
        }
        state = .ground
        return takeEvents()
    }

    private mutating func takeEvents() -> [InputEvent] {
        defer { events = [] }
        return events
    }

    mutating func emit(_ code: Key.Code, _ modifiers: Key.Modifiers = []) {
        events.append(.key(Key(code, modifiers)))
    }
}
