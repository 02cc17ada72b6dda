import Shared

/// What taking a change back may do: things that one of this terminal's own changes touched, and nobody else since, become what they were
/// before it. Nothing else moves.
struct UndoRules {
    private struct Change {
        let before: [String: String]
        let after: [String: String]

        /// What it added has the place that the server gives it, which may be another one than it had at first.
        func leads(_ thing: String, from seen: String?, backTo state: String?) -> Bool {
            before[thing] != after[thing] && state == before[thing] && (before[thing] == nil || seen == after[thing])
        }
    }

    private var changes: [Change] = []

    mutating func changed(_ before: UserState, to after: UserState) {
        changes.append(Change(before: before.things, after: after.things))
    }

    func tookBack(_ before: UserState, to after: UserState) throws {
        let (seen, state) = (before.things, after.things)
        let moved = Set(seen.keys).union(state.keys).filter { seen[$0] != state[$0] }
        if moved.isEmpty { return }
        let isOwn = changes.contains { change in
            moved.allSatisfy { change.leads($0, from: seen[$0], backTo: state[$0]) }
        }
        if !isOwn { throw Violation("taking a change back moved \(moved.sorted()), as no change of this terminal did") }
    }
}

extension UserState {
    /// Each thing that can be changed, and how it stands.
    fileprivate var things: [String: String] {
        let settings = [
            "source": settings.klineSource.rawValue, "coins only": "\(settings.coinsOnly)",
            "keep favorites": "\(settings.keepFavorites)",
        ]
        return favorites.reduce(into: settings) { $0["\($1.coin)"] = $1.orderKey.text }
    }
}
