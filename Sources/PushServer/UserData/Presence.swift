internal import Shared

/// Which terminals of whom are connected, and since when nobody is. Pure rules of the user hub.
struct Presence {
    /// One time that an account was left by its last terminal; an old one means nothing any more.
    struct Absence: Hashable, Sendable {
        let account: AccountID
        /// Of what it was known when the absence began; nil: nothing was.
        let store: StoreIdentity?
        fileprivate let number: Int
    }

    private let terminalsMax: Int
    private var terminals: [AccountID: [TerminalID: Terminal]] = [:]
    private var absences: [AccountID: Int] = [:]

    /// - Parameter terminalsMax: how many of one user may be connected.
    init(terminalsMax: Int) { self.terminalsMax = terminalsMax }

    func terminals(of account: AccountID) -> [Terminal] { Array(terminals[account, default: [:]].values) }
    var all: [Terminal] { terminals.values.flatMap(\.values) }

    /// - Returns: false if the user has as many terminals as may be.
    mutating func join(_ terminal: Terminal) -> Bool {
        let account = terminal.account.id
        guard terminals[account, default: [:]].count < terminalsMax else { return false }
        terminals[account, default: [:]][terminal.id] = terminal
        return true
    }

    /// - Returns: the absence that begins, if that was the user's last terminal.
    mutating func leave(_ terminal: Terminal, in store: StoreIdentity?) -> Absence? {
        let account = terminal.account.id
        guard terminals[account]?.removeValue(forKey: terminal.id) != nil else { return nil }
        guard terminals[account]?.isEmpty == true else { return nil }
        terminals[account] = nil
        return beginAbsence(of: account, in: store)
    }

    mutating func beginAbsence(of account: AccountID, in store: StoreIdentity?) -> Absence {
        let number = absences[account, default: 0] + 1
        absences[account] = number
        return Absence(account: account, store: store, number: number)
    }

    /// Whether nobody has come since.
    func lasts(_ absence: Absence) -> Bool {
        terminals[absence.account] == nil && absences[absence.account] == absence.number
    }
}
