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

    private let connectionsMax: Int
    private var connections: [AccountID: [ConnectionID: UserConnection]] = [:]
    private var absences: [AccountID: Int] = [:]

    /// - Parameter connectionsMax: how many terminals of one user may be connected.
    init(connectionsMax: Int) { self.connectionsMax = connectionsMax }

    func connections(of account: AccountID) -> [UserConnection] { Array(connections[account, default: [:]].values) }
    var all: [UserConnection] { connections.values.flatMap(\.values) }

    /// - Returns: false if the user already has the maximum number of terminals.
    mutating func join(_ connection: UserConnection) -> Bool {
        let account = connection.account.id
        guard connections[account, default: [:]].count < connectionsMax else { return false }
        connections[account, default: [:]][connection.id] = connection
        return true
    }

    /// - Returns: the absence that begins, if that was the user's last terminal.
    mutating func leave(_ connection: UserConnection, in store: StoreIdentity?) -> Absence? {
        let account = connection.account.id
        guard connections[account]?.removeValue(forKey: connection.id) != nil else { return nil }
        guard connections[account]?.isEmpty == true else { return nil }
        connections[account] = nil
        return beginAbsence(of: account, in: store)
    }

    mutating func beginAbsence(of account: AccountID, in store: StoreIdentity?) -> Absence {
        let number = absences[account, default: 0] + 1
        absences[account] = number
        return Absence(account: account, store: store, number: number)
    }

    /// Whether the absence still lasts.
    func lasts(_ absence: Absence) -> Bool {
        connections[absence.account] == nil && absences[absence.account] == absence.number
    }
}
