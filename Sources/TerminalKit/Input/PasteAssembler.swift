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
