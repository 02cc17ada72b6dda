import Synchronization

/// One grapheme cluster as a cell holds it, with its width: eight bytes, no references.
///
/// Up to seven UTF-8 bytes are stored inline, which is enough for every single scalar and most letters with a mark.
/// Longer clusters (families, flags of regions) are numbered once per process in `GlyphTable`.
package struct Glyph: Hashable, Sendable {
    /// Bytes 0-6: UTF-8 or a table number. Byte 7: byte count (15: table number), width, and the anchor flag.
    private let bits: UInt64

    private static let tabled: UInt64 = 15
    static let inlineLimit = 7

    private init(payload: UInt64, count: UInt64, width: Int, isMovable: Bool) {
        bits = payload | count << 56 | UInt64(width) << 60 | (isMovable ? 1 << 62 : 0)
    }

    /// A printable ASCII byte.
    init(ascii byte: UInt8) { self.init(payload: UInt64(byte), count: 1, width: 1, isMovable: true) }

    /// One scalar, already cleaned.
    init(scalar: Unicode.Scalar, width: Int) {
        var payload: UInt64 = 0
        var count: UInt64 = 0
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
            payload |= UInt64(byte) << (count * 8)
            count += 1
        }
        self.init(payload: payload, count: count, width: width, isMovable: width < 2 || !scalar.isWideSinceLately)
    }

    /// A cluster already cleaned of everything forbidden (`Glyph.cleaned`).
    init(cluster: String, width: Int) {
        var cluster = cluster
        let isMovable = cluster.unicodeScalars.dropFirst().isEmpty
        let packed = cluster.withUTF8 { bytes -> UInt64? in
            guard bytes.count <= Self.inlineLimit else { return nil }
            return bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        if let packed {
            let count = UInt64(cluster.utf8.count)
            self.init(payload: packed, count: count, width: width, isMovable: isMovable)
        } else {
            let number = UInt64(GlyphTable.number(of: cluster))
            self.init(payload: number, count: Self.tabled, width: width, isMovable: isMovable)
        }
    }

    package static let space = Glyph(ascii: 0x20)
    /// The right half of a wide cluster, which draws nothing itself.
    static let continuation = Glyph(payload: 0, count: 0, width: 0, isMovable: true)

    package var width: Int { Int(bits >> 60 & 3) }

    /// Terminals agree on the width of nearly every scalar, but not on that of every sequence. After a glyph that is
    /// not movable, the renderer positions the cursor again.
    var isMovable: Bool { bits >> 62 & 1 == 1 }

    /// The UTF-8 bytes this glyph takes on the wire.
    var byteCount: Int {
        let count = bits >> 56 & 15
        return count == Self.tabled ? text.utf8.count : Int(count)
    }

    package var text: String {
        let count = bits >> 56 & 15
        if count == Self.tabled { return GlyphTable.text(of: UInt32(truncatingIfNeeded: bits)) }
        return String(decoding: (0..<count).map { UInt8(truncatingIfNeeded: bits >> ($0 * 8)) }, as: UTF8.self)
    }

    func append(to bytes: inout [UInt8]) {
        let count = bits >> 56 & 15
        guard count != Self.tabled else { return bytes.append(contentsOf: text.utf8) }
        for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: bits >> (index * 8))) }
    }
}

/// The clusters that are too long for a cell, each with a number. With this table a cell stays plain bytes, and
/// comparing two frames means comparing memory. Its size is bounded, because text from the network must not make it
/// grow without end.
enum GlyphTable {
    private struct Entries {
        var texts: [String] = []
        var numbers: [String: UInt32] = [:]
    }

    private static let entries = Mutex(Entries())
    private static let limit = 4096
    /// Replaces clusters beyond the limit. It shows that the character is unknown.
    private static let replacement = "\u{FFFD}"

    static func number(of cluster: String) -> UInt32 {
        entries.withLock { entries in
            if let known = entries.numbers[cluster] { return known }
            guard entries.texts.count < limit else { return UInt32(limit) }
            let number = UInt32(entries.texts.count)
            entries.texts.append(cluster)
            entries.numbers[cluster] = number
            return number
        }
    }

    static func text(of number: UInt32) -> String {
        entries.withLock { entries in
            entries.texts.indices.contains(Int(number)) ? entries.texts[Int(number)] : replacement
        }
    }
}
