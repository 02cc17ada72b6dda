import Synchronization

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
