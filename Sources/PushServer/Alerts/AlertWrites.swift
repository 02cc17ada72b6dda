internal import Shared

/// Changes of alerts that wait to be stored. They are stored in chunks, users whose alerts have fired first. Each user
/// has one change on its way at a time.
struct AlertWrites {
    /// How many users' changes are on their way at once. With a limit, other changes do not wait behind thousands of
    /// these.
    private static let usersMax = 256

    private var waiting: [AccountID: [AlertChange]] = [:]
    /// The waiting users whose alert has fired.
    private var urgent: Set<AccountID> = []
    private var underWay: Set<AccountID> = []
    /// Whether the store cannot store anything at the moment. The next try is after a second.
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

    /// Puts back changes that were not stored, before those that were added since.
    mutating func putBack(_ changes: [AlertChange], of account: AccountID) {
        isHeld = true
        let newer = waiting.removeValue(forKey: account) ?? []
        for change in changes + newer { add(change, of: account) }
    }

    mutating func retry() { isHeld = false }
}
