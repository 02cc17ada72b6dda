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

/// Assembles characters from bytes that may arrive one at a time. Invalid bytes are dropped.
struct UTF8Assembler {
    private var pending: [UInt8] = []
    private var missing = 0

    mutating func drop() {
        pending.removeAll(keepingCapacity: true)
        missing = 0
    }

    /// Returns the character that this byte completes, one scalar at a time.
    mutating func add(_ byte: UInt8) -> Character? {
        if missing > 0, (0x80...0xBF).contains(byte) { return complete(with: byte) }
        drop()
        switch byte {
        case 0x20...0x7E: return Character(Unicode.Scalar(byte))
        case 0xC2...0xDF: begin(byte, missing: 1)
        case 0xE0...0xEF: begin(byte, missing: 2)
        case 0xF0...0xF4: begin(byte, missing: 3)
        default: break
        }
        return nil
    }

    private mutating func begin(_ byte: UInt8, missing count: Int) {
        pending.append(byte)
        missing = count
    }

    private mutating func complete(with byte: UInt8) -> Character? {
        pending.append(byte)
        missing -= 1
        guard missing == 0 else { return nil }
        defer { drop() }
        guard let scalar = String(validating: pending, as: UTF8.self)?.unicodeScalars.first else { return nil }
        // U+0080 to U+009F are controls, which no key sends.
        return scalar.value < 0xA0 ? nil : Character(scalar)
    }
}

/// Collects a bracketed paste up to its end mark. Text beyond the limit is dropped, but the mark is still found.
struct PasteAssembler {
    static let limit = 1 << 20
    private static let endMark = Array("\u{1B}[201~".utf8)

    private var bytes: [UInt8] = []
    private var matched = 0

    /// Returns the pasted text if this byte completes the end mark.
    mutating func add(_ byte: UInt8) -> String? {
        if byte == Self.endMark[matched] {
            matched += 1
            return matched == Self.endMark.count ? text : nil
        }
        // Only the first byte of the mark is ESC, so after a mismatch the mark can begin again at this byte at the
        // earliest.
        keep(Self.endMark.prefix(matched))
        matched = byte == Self.endMark[0] ? 1 : 0
        if matched == 0 { keep([byte]) }
        return nil
    }

    private mutating func keep(_ more: some Collection<UInt8>) {
        bytes.append(contentsOf: more.prefix(Self.limit - bytes.count))
    }

    /// Terminals send line ends as CR, as if typed.
    private var text: String {
        var unified: [UInt8] = []
        unified.reserveCapacity(bytes.count)
        var previous: UInt8 = 0
        for byte in bytes {
            if byte == 0x0D { unified.append(0x0A) } else if byte != 0x0A || previous != 0x0D { unified.append(byte) }
            previous = byte
        }
        return String(decoding: unified, as: UTF8.self)
    }
}
