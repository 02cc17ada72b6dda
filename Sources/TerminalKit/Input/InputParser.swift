/// Turns bytes from a terminal into events. It is pure, can stop and continue at any byte, and needs bounded memory for
/// any input.
///
/// ESC may be the Escape key or the beginning of a sequence, so the parser waits. Its caller calls `flush()` if nothing
/// follows within a short time (`isWaiting`).
package struct InputParser {
    enum State {
        case ground
        case escape
        case controlSequence
        /// SS3: `ESC O`, function keys.
        case singleShift
        /// OSC, DCS, APC, PM or SOS. These are answers. All but those to our questions are dropped up to their
        /// terminator.
        case string(sawEscape: Bool)
        /// The three bytes that follow `ESC [ M` in the oldest mouse protocol.
        case oldMouse(remaining: Int)
        case paste
    }

    /// The longest sequence that is read. A longer one is skipped.
    package static let sequenceLimit = 64

    var state = State.ground
    /// The bytes of the present sequence, without its introducer.
    package internal(set) var sequence: [UInt8] = []
    /// The byte after ESC that began a string. If nothing follows, it was Alt with that key.
    var introducer: UInt8 = 0
    var text = UTF8Assembler()
    var paste = PasteAssembler()
    var events: [InputEvent] = []

    package init() {}

    /// Whether a sequence has begun that only time can distinguish from a key. A paste, the rest of a character and an
    /// answer may take a while, and cannot be anything else.
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

    /// Nothing followed in time. A lone ESC was the key, and half a sequence will not be completed.
    package mutating func flush() -> [InputEvent] {
        switch state {
        case .ground, .paste: return []
        // The answer may come late, and its rest must not be taken for keys.
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
