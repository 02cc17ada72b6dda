/// The keys that have changed, in the order of versions, so that a diff need not search the whole table.
///
/// A key that changes again leaves its old entry behind. The table knows at which version each key last changed. So it
/// skips old entries, and removes them when they are the majority.
struct ChangeLog: Sendable {
    struct Entry: Sendable {
        let version: UInt64
        let key: RecordKey
    }

    /// Ascending by version.
    private var entries: [Entry]

    init(_ entries: [Entry] = []) { self.entries = entries.sorted { $0.version < $1.version } }

    var count: Int { entries.count }

    func entries(after version: UInt64) -> ArraySlice<Entry> {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].version > version { high = middle } else { low = middle + 1 }
        }
        return entries[low...]
    }

    mutating func append(_ new: some Sequence<Entry>) {
        let last = entries.last?.version ?? 0
        let new = new.sorted { $0.version < $1.version }
        entries += new
        // A server's versions never go back. If one does, insert its entry in order.
        if let first = new.first, first.version < last { entries.sort { $0.version < $1.version } }
    }
}
