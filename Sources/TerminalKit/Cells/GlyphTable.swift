import Synchronization

/// Clusters too long for a cell, each numbered once. A symbol table, so that a cell stays plain bytes and comparing
/// two frames is comparing memory. Bounded: text from the network must not be able to grow it without end.
enum GlyphTable {
    private struct Entries {
        var texts: [String] = []
        var numbers: [String: UInt32] = [:]
    }

    private static let entries = Mutex(Entries())
    private static let limit = 4096
    /// What clusters beyond the limit are drawn as: unknown, rather than as something else.
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
