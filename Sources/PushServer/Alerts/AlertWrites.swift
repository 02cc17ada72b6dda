internal import Shared

/// Changes of alerts on their way to the store. They go in chunks, those of users whose alert has fired first, and of one user one after
/// the other.
struct AlertWrites {
    /// So many users' changes are on their way at once: other changes do not wait behind ten thousand of these.
    private static let usersMax = 256

    private var waiting: [AccountID: [AlertChange]] = [:]
    /// Of the waiting ones, those whose alert has fired.
    private var urgent: Set<AccountID> = []
    private var underWay: Set<AccountID> = []
    /// The store takes nothing; it is asked again after a second.
    private var isHeld = false

    mutating func add(_ change: AlertChange, of account: AccountID) {
        waiting[account, default: []].append(change)
        if case .fired = change.step { urgent.insert(account) }
    }

    mutating func take() -> [(account: AccountID, changes: [AlertChange])] {
        if isHeld || waiting.isEmpty { return [] }
        var taken: [(account: AccountID, changes: [AlertChange])] = []
        for account in Array(urgent) + Array(waiting.keys) where !underWay.contains(account) {
            if underWay.count == Self.usersMax { break }
            guard let changes = waiting.removeValue(forKey: account) else { continue }
            urgent.remove(account)
            underWay.insert(account)
            taken.append((account, changes))
        }
        return taken
    }

    mutating func answered(_ account: AccountID) { underWay.remove(account) }

    /// They were not stored, and come before what has been added since.
    mutating func putBack(_ changes: [AlertChange], of account: AccountID) {
        isHeld = true
        let newer = waiting.removeValue(forKey: account) ?? []
        for change in changes + newer { add(change, of: account) }
    }

    mutating func retry() { isHeld = false }
}
