@testable import Shared

/// The rules for undo. Records that one of this terminal's changes touched, and nobody else since, return to their
/// earlier state. Nothing else changes.
struct UndoRules {
    private struct Change {
        let before: [RecordKey: [UInt8]]
        let after: [RecordKey: [UInt8]]

        func leads(_ key: RecordKey, from seen: [UInt8]?, backTo value: [UInt8]?) -> Bool {
            guard before[key] != after[key], isSame(seen, after[key], at: key) else { return false }
            // A removed record comes back as it was, even if others had changed it just before.
            let isRemoval = before[key] != nil && after[key] == nil
            return isRemoval ? value != nil : isSame(value, before[key], at: key)
        }

        /// A list whose name was taken meanwhile has a number after it.
        private func isSame(_ one: [UInt8]?, _ other: [UInt8]?, at key: RecordKey) -> Bool {
            if one == other { return true }
            let lists = [one, other].compactMap { value in
                value.flatMap { NamedList(Record(key: key, value: $0, version: 0)) }
            }
            guard lists.count == 2, lists[0].orderKey == lists[1].orderKey else { return false }
            return lists[0].name.hasPrefix(lists[1].name) || lists[1].name.hasPrefix(lists[0].name)
        }
    }

    private var changes: [Change] = []

    mutating func changed(_ before: UserTable, to after: UserTable) {
        changes.append(Change(before: before.values, after: after.values))
    }

    func tookBack(_ before: UserTable, to after: UserTable) throws {
        let (seen, values) = (before.values, after.values)
        let moved = Set(seen.keys).union(values.keys).filter { key in
            seen[key] != values[key] && !(isUnheard(key) && hasFollowed(key, seen, values))
        }
        if moved.isEmpty { return }
        let isOwn = changes.contains { change in
            moved.allSatisfy { change.leads($0, from: seen[$0], backTo: values[$0]) }
        }
        if isOwn { return }
        let steps = moved.sorted().map { key in
            let own = changes.map { "\($0.before[key].words) to \($0.after[key].words)" }
            return "\(key) from \(seen[key].words) to \(values[key].words), and its own changes went from \(own)"
        }
        throw Violation("taking a change back moved what no change of this terminal did: \(steps)")
    }

    /// Whether the server or another terminal has written the record, and this terminal did not have it at any of its changes.
    private func isUnheard(_ key: RecordKey) -> Bool {
        RecordKind.all.contains { $0.number == key.kind && $0.writer == .server }
            || changes.allSatisfy { $0.before[key] == nil && $0.after[key] == nil }
    }
}

/// Whether a record has gone or come back with its owner.
private func hasFollowed(_ key: RecordKey, _ seen: [RecordKey: [UInt8]], _ values: [RecordKey: [UInt8]]) -> Bool {
    guard let kind = RecordKind.all.first(where: { $0.number == key.kind }), let owner = kind.owner(key.bytes)
    else { return false }
    return values[key] == nil ? values[owner] == nil : seen[owner] == nil
}

extension [UInt8]? {
    fileprivate var words: String { map { "\($0)" } ?? "nothing" }
}

extension UserTable {
    fileprivate var values: [RecordKey: [UInt8]] {
        Dictionary(uniqueKeysWithValues: records.map { ($0.key, $0.value) })
    }

    /// The text for a violation.
    var words: String {
        let items = items().map { "\($0.coin.rawValue) at \($0.orderKey.text)" }.joined(separator: ", ")
        let settings = Settings.all.map { "\($0.name) \(storedText(of: $0) ?? "-")" }.joined(separator: ", ")
        return "version \(version): \(items); \(settings)"
    }
}
