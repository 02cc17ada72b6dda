internal import Shared

/// Tracks which terminals are connected, turns their events into store requests, and routes the answers.
///
/// The user hub gathers the events and waits for the store. These rules have no clock, socket, store or task. They hand
/// each push to the connection's `deliver`, which only posts it, so pushes keep the order in which they were decided.
struct UserHubRules {
    /// The result of an event.
    enum Demand: Sendable {
        case nothing
        /// A terminal has connected.
        case welcome(UserConnection)
        /// A terminal wants the whole table.
        case showTable(UserConnection)
        case settle(UserRequest)
        /// The user's last terminal has gone.
        case startGrace(Presence.Absence)
    }

    /// Terminals that wait for what the store has.
    struct Reading: Sendable {
        /// Terminals that have connected.
        var arrivals: [UserConnection] = []
        /// Connected terminals that want the whole table.
        var readers: [UserConnection] = []

        var connections: [UserConnection] { arrivals + readers }
        var isEmpty: Bool { arrivals.isEmpty && readers.isEmpty }
    }

    /// The state of a user's table that the user's terminals were told last.
    private struct SentState {
        let version: UInt64
        let favoritesPass: Bool

        init(_ table: UserTable) { (version, favoritesPass) = (table.version, table.favoritesPass) }
    }

    private var presence: Presence
    private var told: [AccountID: SentState] = [:]
    /// Terminals that were told to disconnect and are still connected.
    private var dismissed: Set<ConnectionID> = []
    private var allowance: ChangeAllowance
    /// The identity of the database that answered last; nil if none has. Versions of another database say nothing about
    /// this one: a standby may lack the last commits of the primary that it replaces.
    private var store: StoreIdentity? { didSet { if store != oldValue { told = [:] } } }

    /// - Parameters:
    ///   - connectionsMax: how many terminals of one user may be connected.
    ///   - changesPerSecond: the limit for all terminals of a user together; 0 means no limit.
    init(connectionsMax: Int, changesPerSecond: Int) {
        presence = Presence(connectionsMax: connectionsMax)
        allowance = ChangeAllowance(perSecond: changesPerSecond)
    }

    func connections(of account: AccountID) -> some Collection<UserConnection> { presence.connections(of: account) }
    var allConnections: [UserConnection] { presence.all }

    /// This node's state, for comparison with the store.
    var held: HeldState { HeldState(devices: Set(allConnections.map(\.device)), versions: told.mapValues(\.version)) }

    /// The part of it that is older than hints say.
    func held(olderThan hints: [UserHint]) -> HeldState {
        var held = HeldState()
        for hint in hints {
            let account = AccountID(rawValue: hint.user)
            if let told = told[account], told.version < hint.version { held.versions[account] = told.version }
        }
        held.hinted = Set(held.versions.keys)
        return held
    }

    /// The connected users whose favorites are removed after their last terminal has gone.
    var connectedWithPassingFavorites: Set<AccountID> { Set(told.filter(\.value.favoritesPass).keys) }

    /// The connected clients of users who have a new client.
    func clients(besideNewcomersIn requests: [UserRequest]) -> Set<ClientID> {
        let accounts = Set(requests.compactMap(\.newcomersAccount))
        return Set(accounts.flatMap(presence.connections).map(\.client))
    }

    /// Updates the list of terminals, and returns what to do.
    mutating func received(_ event: UserHub.Event) -> Demand {
        switch event {
        case .joined(let connection):
            guard replaceOlder(than: connection) else {
                connection.deliver(.close(.replaced))
                return .nothing
            }
            guard presence.join(connection) else {
                connection.deliver(.close(.tooManyConnections))
                return .nothing
            }
            return .welcome(connection)
        case .left(let connection):
            dismissed.remove(connection.id)
            defer { if connections(of: connection.account.id).isEmpty { told[connection.account.id] = nil } }
            return presence.leave(connection, in: store).map(Demand.startGrace) ?? .nothing
        case .mutated(let connection, let store, let mutation):
            if dismissed.contains(connection.id) { return .nothing }
            guard allowance.take(for: connection.account.id) else {
                dismiss(.tooFast("changes")) { $0.id == connection.id }
                return .nothing
            }
            return .settle(.mutate(connection.account.id, connection.client, store, mutation))
        case .tableWanted(let connection):
            return dismissed.contains(connection.id) ? .nothing : .showTable(connection)
        case .graceEnded(let absence):
            guard presence.lasts(absence), let store = absence.store ?? store else { return .nothing }
            return .settle(.forget(absence.account, store))
        case .alerts(let account, let store, let changes, let term, _):
            return .settle(.alerts(account, store, changes, term: term))
        case .posted(let account, let store, let outcome):
            return .settle(.posted(account, store, outcome))
        case .signedOut(let devices):
            dismiss(.signedOut) { devices.contains($0.device) }
            return .nothing
        case .lookDue:
            allowance.secondPassed()
            return .nothing
        case .loggedOut, .tokenLost, .hinted:
            return .nothing
        }
    }

    /// While the hub waits for a write, takes what only reads out of the mailbox. It overtakes only what is about other
    /// users.
    /// - Parameter concerned: the users whom the write concerns.
    mutating func takeReading(from mailbox: Mailbox<UserHub.Event>, besides concerned: Set<AccountID>) -> Reading {
        var concerned = concerned
        let events = mailbox.take { event in
            switch event {
            case .joined(let connection), .tableWanted(let connection):
                return !concerned.contains(connection.account.id)
            default:
                if let account = event.account { concerned.insert(account) }
                return false
            }
        }
        var reading = Reading()
        for event in events {
            switch received(event) {
            case .welcome(let connection): reading.arrivals.append(connection)
            case .showTable(let connection): reading.readers.append(connection)
            case .nothing, .settle, .startGrace: break
            }
        }
        return reading
    }

    /// - Parameter answers: for `reading.connections`. Nil for a terminal whose account or token no longer exists.
    mutating func answer(_ reading: Reading, _ answers: [Joined?]) {
        if !reading.arrivals.isEmpty { welcome(reading.arrivals, Array(answers.prefix(reading.arrivals.count))) }
        showTable(to: reading.readers, Array(answers.dropFirst(reading.arrivals.count)))
    }

    /// Each client has one connection. A client may return from a half-open connection long before the server notices
    /// that it is dead. So the newer connection wins, whichever signs in first.
    /// - Returns: false if there is a newer connection than `connection`.
    private mutating func replaceOlder(than connection: UserConnection) -> Bool {
        guard let other = presence.connection(of: connection.client, of: connection.account.id) else { return true }
        if other.id.rawValue > connection.id.rawValue { return false }
        // The old socket may stay open for long, but the newer connection replaces it at once. No absence begins, because the newer
        // one joins now.
        _ = presence.leave(other, in: store)
        if dismissed.insert(other.id).inserted { other.deliver(.close(.replaced)) }
        return true
    }

    /// Tells terminals to disconnect. Their pending requests are dropped, and they get nothing else.
    mutating func dismiss(_ close: Close, where isMeant: (UserConnection) -> Bool) {
        for connection in presence.all where isMeant(connection) && dismissed.insert(connection.id).inserted {
            connection.deliver(.close(close))
        }
    }

    mutating func beginAbsence(of account: AccountID, in store: StoreIdentity) -> Presence.Absence {
        presence.beginAbsence(of: account, in: store)
    }

    /// - Parameter answers: nil for a terminal whose account or token no longer exists.
    private mutating func welcome(_ arrivals: [UserConnection], _ answers: [Joined?]) {
        store = answers.lazy.compactMap { $0?.store }.first ?? store
        tell(arrivals, answers) { .joined($0, lastMutation: $1.lastMutation, forgotten: $1.forgotten, kinds: $1.kinds) }
        let joined = zip(arrivals, answers).compactMap { arrival, joined in
            joined.map { (arrival.account.id, $0.table) }
        }
        if let store { show(Dictionary(joined) { first, _ in first }, in: store) }
    }

    /// Tells terminals of tables that are newer than what they were told, because another node has changed them.
    mutating func show(_ tables: [AccountID: UserTable], in store: StoreIdentity) {
        for (account, table) in tables where told[account].map({ $0.version < table.version }) ?? true {
            let isFirst = told[account] == nil
            note(table, of: account)
            if !isFirst { push(UserNews(table, of: account, in: store), to: account) }
        }
    }

    private mutating func note(_ table: UserTable, of account: AccountID) {
        if !connections(of: account).isEmpty { told[account] = SentState(table) }
    }

    private func push(_ news: UserNews, to account: AccountID) {
        for connection in presence.connections(of: account) where !dismissed.contains(connection.id) {
            connection.deliver(.changed(news))
        }
    }

    /// - Parameter answers: as in `welcome`.
    private func showTable(to readers: [UserConnection], _ answers: [Joined?]) {
        tell(readers, answers) { news, _ in .table(news) }
    }

    /// Sends answers that were read at one moment. Terminals of one user that connect together share the encoded
    /// frames.
    private func tell(_ connections: [UserConnection], _ answers: [Joined?], _ push: (UserNews, Joined) -> UserPush) {
        var shared: [AccountID: UserNews] = [:]
        for (connection, joined) in zip(connections, answers) where !dismissed.contains(connection.id) {
            guard let joined else {
                connection.deliver(.close(.signedOut))
                continue
            }
            let account = connection.account.id
            let news = shared[account] ?? UserNews(joined.table, of: account, in: joined.store)
            shared[account] = news
            connection.deliver(push(news, joined))
        }
    }

    /// Sends tables first, then results, so that each effect arrives before its result.
    mutating func publish(_ answers: UserAnswers, to events: [UserHub.Event]) {
        store = answers.store
        for (account, table) in answers.tables {
            note(table, of: account)
            push(UserNews(table, of: account, in: answers.store), to: account)
        }
        for (event, answer) in zip(events, answers.answers) {
            switch event {
            case .mutated(let connection, _, _): tell(connection, answer)
            case .alerts(_, _, _, _, let settled): settled(AlertAnswer(answer))
            case .graceEnded(let absence): presence.end(absence)
            default: break
            }
        }
    }

    /// The batch could not be stored, because the disk is full or the database is locked. Tells the clients to retry.
    /// - Parameter reason: a sentence for the users.
    /// - Returns: the absence whose grace period must start again, because nothing else would end it; nil for other events.
    func refuse(_ event: UserHub.Event, because reason: String) -> Presence.Absence? {
        switch event {
        case .mutated(let connection, _, let mutation):
            connection.deliver(.result(.notStored(mutation, because: reason)))
        case .alerts(_, _, _, _, let settled): settled(.notStored)
        case .graceEnded(let absence): return absence
        // A post whose outcome is not stored is made again when its claim ends.
        case .joined, .left, .tableWanted, .loggedOut, .signedOut, .tokenLost, .lookDue, .hinted, .posted: break
        }
        return nil
    }

    private func tell(_ connection: UserConnection, _ answer: UserAnswer) {
        switch answer {
        case .settled(let result): connection.deliver(.result(result))
        case .otherStore: connection.deliver(.close(.restored))
        case .noAccount, .forgotten, .alerts, .notLeading, .posted: connection.deliver(.close(.signedOut))
        }
    }
}

extension AlertAnswer {
    fileprivate init(_ answer: UserAnswer) {
        switch answer {
        case .alerts(let taken): self = .settled(taken)
        case .otherStore: self = .otherStore
        // A leader whose lease has lapsed may renew it before another node takes it.
        case .notLeading: self = .notStored
        case .noAccount, .settled, .forgotten, .posted: self = .noAccount
        }
    }
}

extension MutationResult {
    fileprivate static func notStored(_ mutation: NumberedMutation, because reason: String) -> Self {
        MutationResult(
            number: mutation.number,
            outcome: .retryLater(reason: reason),
            version: 0,
            lastNumber: 0
        )
    }
}
