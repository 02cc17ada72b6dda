internal import Shared

/// Which terminals of each user are connected, and which users are absent. These are pure rules of the user hub.
struct Presence {
    /// One absence of an account, which begins when its last terminal disconnects. An absence that has ended has no
    /// effect.
    struct Absence: Hashable, Sendable {
        let account: AccountID
        /// The store that was known when the absence began; nil if none was.
        let store: StoreIdentity?
        fileprivate let number: Int
    }

    /// The connections of a user, of which each client has one at most.
    private struct Terminals {
        var connections: [ConnectionID: UserConnection] = [:]
        var ofClients: [ClientID: ConnectionID] = [:]
    }

    private let connectionsMax: Int
    private var terminals: [AccountID: Terminals] = [:]
    /// The number of each account's absence that has not ended.
    private var absences: [AccountID: Int] = [:]
    private var lastAbsence = 0

    /// - Parameter connectionsMax: how many terminals of one user may be connected.
    init(connectionsMax: Int) { self.connectionsMax = connectionsMax }

    func connections(of account: AccountID) -> some Collection<UserConnection> {
        (terminals[account]?.connections ?? [:]).values
    }

    var all: [UserConnection] { terminals.values.flatMap(\.connections.values) }

    func connection(of client: ClientID, of account: AccountID) -> UserConnection? {
        guard let terminals = terminals[account], let id = terminals.ofClients[client] else { return nil }
        return terminals.connections[id]
    }

    /// - Precondition: an older connection of the same client has left.
    /// - Returns: false if the user already has the maximum number of terminals.
    mutating func join(_ connection: UserConnection) -> Bool {
        let account = connection.account.id
        guard terminals[account]?.connections.count ?? 0 < connectionsMax else { return false }
        terminals[account, default: Terminals()].connections[connection.id] = connection
        terminals[account, default: Terminals()].ofClients[connection.client] = connection.id
        absences[account] = nil
        return true
    }

    /// - Returns: the absence that begins, if that was the user's last terminal.
    mutating func leave(_ connection: UserConnection, in store: StoreIdentity?) -> Absence? {
        let account = connection.account.id
        guard terminals[account]?.connections.removeValue(forKey: connection.id) != nil else { return nil }
        if terminals[account]?.ofClients[connection.client] == connection.id {
            terminals[account]?.ofClients[connection.client] = nil
        }
        guard terminals[account]?.connections.isEmpty == true else { return nil }
        terminals[account] = nil
        return beginAbsence(of: account, in: store)
    }

    mutating func beginAbsence(of account: AccountID, in store: StoreIdentity?) -> Absence {
        lastAbsence += 1
        absences[account] = lastAbsence
        return Absence(account: account, store: store, number: lastAbsence)
    }

    /// Whether the absence still lasts.
    func lasts(_ absence: Absence) -> Bool {
        terminals[absence.account] == nil && absences[absence.account] == absence.number
    }

    /// Forgets an absence, because the store has settled its end.
    mutating func end(_ absence: Absence) { if lasts(absence) { absences[absence.account] = nil } }
}
