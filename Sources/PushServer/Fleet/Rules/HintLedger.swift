internal import Shared

/// Counts the hints that did not come. Each second, a node compares the tables of its users with the database. If it finds
/// a change there before the hint has come, it repairs its table. If the hint does not come in the next second either, the
/// hint is lost.
struct HintLedger: Sendable {
    /// Tables that the comparison has found before a hint.
    private(set) var repaired = 0
    /// Those whose hint has not come afterwards, either.
    private(set) var lost = 0
    /// The users who are connected here. The node asks for hints about these users only.
    private(set) var users: Set<Int64> = []
    /// The newest version that a hint has named, by user.
    private var told: [Int64: UInt64] = [:]
    /// Versions that no hint has named yet, found since the last second and before it.
    private var (missing, overdue): ([Int64: UInt64], [Int64: UInt64]) = ([:], [:])

    init() {}

    mutating func heard(_ hint: UserHint) {
        guard users.contains(hint.user) else { return }
        told[hint.user] = max(told[hint.user] ?? 0, hint.version)
        if missing[hint.user] ?? .max <= hint.version { missing[hint.user] = nil }
        if overdue[hint.user] ?? .max <= hint.version { overdue[hint.user] = nil }
    }

    /// - Parameter newer: tables that the comparison has found to be newer than this node's.
    mutating func found(_ newer: [UserHint]) {
        for table in newer where users.contains(table.user) && told[table.user] ?? 0 < table.version {
            repaired += 1
            missing[table.user] = table.version
        }
    }

    /// - Parameter users: who is connected here and was a second ago.
    mutating func secondPassed(_ users: Set<Int64>) {
        lost += overdue.keys.count { users.contains($0) }
        (overdue, missing) = (missing, [:])
        guard users != self.users else { return }
        self.users = users
        told = told.filter { users.contains($0.key) }
    }
}
