internal import GRDB
internal import Shared

/// One write transaction: requests are answered in order, each seeing what those before it did.
struct UserTransaction {
    private let favoritesMax: Int
    private let users: UserRows
    private let clients: ClientRows
    private var states: [AccountID: UserState] = [:]
    /// Clients that changed something for the first time.
    private var newcomers: [AccountID: Set<ClientID>] = [:]

    init(db: Database, limits: SessionLimits, time: MarketTime) {
        favoritesMax = limits.favorites
        users = UserRows(db: db)
        clients = ClientRows(db: db, time: time, resultsMax: UInt64(limits.mutationsInFlight))
    }

    /// - Parameter connected: clients that are not forgotten, however many newer ones there are.
    mutating func answer(_ requests: [UserRequest], keeping connected: Set<ClientID>) throws -> [UserAnswer] {
        let answers = try requests.map { try answer($0) }
        for (account, new) in newcomers { try clients.forgetOldest(of: account, keeping: connected.union(new)) }
        return answers
    }

    private mutating func answer(_ request: UserRequest) throws -> UserAnswer {
        switch request {
        case .mutate(let account, let client, let mutation):
            guard let state = try state(of: account) else { return .noAccount }
            let result = try settle(mutation, of: client, account, state: state)
            return .settled(result, try self.state(of: account) ?? state)
        case .forget(let account):
            guard let state = try state(of: account) else { return .noAccount }
            return .forgotten(try forgetFavorites(of: account, state: state))
        }
    }

    private mutating func settle(
        _ numbered: NumberedMutation,
        of client: ClientID,
        _ account: AccountID,
        state: UserState
    ) throws -> MutationResult {
        let last = try clients.lastNumber(of: client, account)
        var result = MutationResult(
            number: numbered.number,
            outcome: .applied,
            version: state.version,
            lastNumber: last
        )
        switch MutationOrder(number: numbered.number, last: last) {
        case .early:
            result.outcome = .outOfOrder
        case .settledBefore:
            // A result that the client has confirmed is forgotten; asked again all the same, it was settled, and that is all.
            if let stored = try clients.result(numbered.number, of: client, account) {
                (result.outcome, result.version) = stored
            }
        case .next:
            result.lastNumber = numbered.number
            switch changed(state, by: numbered.mutation) {
            case .success(let changed):
                result.version = changed.version
                try replace(state, by: changed, of: account)
            case .failure(let refusal):
                result.outcome = .refused(reason: refusal.description)
            }
            try clients.store(result, settled: numbered.settled, of: client, account)
            if numbered.isFirst { newcomers[account, default: []].insert(client) }
        }
        return result
    }

    private func changed(
        _ state: UserState,
        by mutation: Result<Mutation, MutationRefusal>
    ) -> Result<UserState, MutationRefusal> {
        mutation.flatMap { mutation in
            Result { () throws(MutationRefusal) in
                var changed = state
                if try changed.apply(mutation, favoritesMax: favoritesMax) { changed.version += 1 }
                return changed
            }
        }
    }

    private mutating func forgetFavorites(of account: AccountID, state: UserState) throws -> UserState? {
        if state.settings.keepFavorites || state.favorites.isEmpty { return nil }
        let changed = UserState(version: state.version + 1, favorites: [], settings: state.settings)
        try replace(state, by: changed, of: account)
        return changed
    }

    private mutating func state(of account: AccountID) throws -> UserState? {
        if let state = states[account] { return state }
        let loaded = try users.state(of: account)
        states[account] = loaded
        return loaded
    }

    private mutating func replace(_ old: UserState, by new: UserState, of account: AccountID) throws {
        if new == old { return }
        try users.replace(old, by: new, of: account)
        states[account] = new
    }
}
