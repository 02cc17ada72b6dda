internal import Shared

/// Who is connected, what their events ask of the store, and who is told what of its answers.
///
/// Pure rules of the user hub, which gathers the events and waits for the store.
struct UserHubRules {
    /// What an event asks for.
    enum Demand: Sendable {
        case nothing
        /// Somebody has come.
        case welcome(Terminal)
        /// Somebody wants the whole table.
        case showTable(Terminal)
        case settle(UserRequest)
        /// The user's last terminal has gone.
        case startGrace(Presence.Absence)
    }

    private var presence: Presence
    /// Those that were told that it is over, and are still connected.
    private var dismissed: Set<TerminalID> = []
    private var allowance: ChangeAllowance
    /// Which database answered last; nil: none has.
    private var store: StoreIdentity?

    /// - Parameters:
    ///   - terminalsMax: how many terminals of one user may be connected.
    ///   - changesPerSecond: of all terminals of a user together; 0: any number.
    init(terminalsMax: Int, changesPerSecond: Int) {
        presence = Presence(terminalsMax: terminalsMax)
        allowance = ChangeAllowance(perSecond: changesPerSecond)
    }

    func terminals(of account: AccountID) -> [Terminal] { presence.terminals(of: account) }
    var allTerminals: [Terminal] { presence.all }

    /// The connected ones of users who have a client that is new.
    func clients(besideNewcomersIn requests: [UserRequest]) -> Set<ClientID> {
        let accounts = Set(requests.compactMap(\.newcomersAccount))
        return Set(accounts.flatMap(presence.terminals).map(\.client))
    }

    /// Keeps the list of terminals, and says what there is to do.
    mutating func received(_ event: UserHub.Event) -> Demand {
        switch event {
        case .joined(let terminal):
            guard replaceOlder(than: terminal) else {
                terminal.deliver(.close(.replaced))
                return .nothing
            }
            guard presence.join(terminal) else {
                terminal.deliver(.close(.tooManyTerminals))
                return .nothing
            }
            return .welcome(terminal)
        case .left(let terminal):
            dismissed.remove(terminal.id)
            return presence.leave(terminal, in: store).map(Demand.startGrace) ?? .nothing
        case .mutated(let terminal, let store, let mutation):
            if dismissed.contains(terminal.id) { return .nothing }
            guard allowance.take(for: terminal.account.id) else {
                dismiss(.tooFast("changes")) { $0.id == terminal.id }
                return .nothing
            }
            return .settle(.mutate(terminal.account.id, terminal.client, store, mutation))
        case .tableWanted(let terminal):
            return dismissed.contains(terminal.id) ? .nothing : .showTable(terminal)
        case .graceEnded(let absence):
            guard presence.lasts(absence), let store = absence.store ?? store else { return .nothing }
            return .settle(.forget(absence.account, store))
        case .signedOut(let devices):
            dismiss(.signedOut) { devices.contains($0.device) }
            return .nothing
        case .lookDue:
            allowance.secondPassed()
            return .nothing
        case .loggedOut, .tokenLost:
            return .nothing
        }
    }

    /// One client has one connection. It comes back from a half dead one long before the server notices, so the newer one is
    /// right, whichever signs in first.
    /// - Returns: false if there is a newer one than `terminal`.
    private mutating func replaceOlder(than terminal: Terminal) -> Bool {
        let others = presence.terminals(of: terminal.account.id).filter { $0.client == terminal.client }
        if others.contains(where: { $0.id.rawValue > terminal.id.rawValue }) { return false }
        for other in others {
            // Its socket may last for long; its place is the newer one's at once. The newer one joins now, so nobody is absent.
            _ = presence.leave(other, in: store)
            if dismissed.insert(other.id).inserted { other.deliver(.close(.replaced)) }
        }
        return true
    }

    /// Tells terminals that it is over. What is still on its way from them is not done any more, and they are told nothing else.
    mutating func dismiss(_ close: Close, where isMeant: (Terminal) -> Bool) {
        for terminal in presence.all where isMeant(terminal) && dismissed.insert(terminal.id).inserted {
            terminal.deliver(.close(close))
        }
    }

    mutating func beginAbsence(of account: AccountID, in store: StoreIdentity) -> Presence.Absence {
        presence.beginAbsence(of: account, in: store)
    }

    /// - Parameter answers: nil for those whose account or token is gone.
    mutating func welcome(_ arrivals: [Terminal], _ answers: [Joined?]) {
        store = answers.lazy.compactMap { $0?.store }.first ?? store
        tell(arrivals, answers) { .joined($0, lastMutation: $1.lastMutation, forgotten: $1.forgotten) }
    }

    /// - Parameter answers: as in `welcome`.
    func showTable(to readers: [Terminal], _ answers: [Joined?]) { tell(readers, answers) { news, _ in .table(news) } }

    /// The answers were read at one moment: terminals of one user that come together share what is encoded for them.
    private func tell(_ terminals: [Terminal], _ answers: [Joined?], _ push: (UserNews, Joined) -> UserPush) {
        var shared: [AccountID: UserNews] = [:]
        for (terminal, joined) in zip(terminals, answers) where !dismissed.contains(terminal.id) {
            guard let joined else {
                terminal.deliver(.close(.signedOut))
                continue
            }
            let account = terminal.account.id
            let news = shared[account] ?? UserNews(joined.table, of: account, in: joined.store)
            shared[account] = news
            terminal.deliver(push(news, joined))
        }
    }

    /// Tables go out first, then results: a result's effect comes before it.
    mutating func publish(_ answers: UserAnswers, to events: [UserHub.Event]) {
        store = answers.store
        for (account, table) in answers.tables {
            let news = UserNews(table, of: account, in: answers.store)
            for terminal in presence.terminals(of: account) where !dismissed.contains(terminal.id) {
                terminal.deliver(.changed(news))
            }
        }
        for case (.mutated(let terminal, _, _), let answer) in zip(events, answers.answers) { tell(terminal, answer) }
    }

    /// The disk is full, or the database locked: nothing was stored, and nobody is told otherwise.
    func refuse(_ event: UserHub.Event) {
        switch event {
        case .mutated(let terminal, _, let mutation): terminal.deliver(.result(.notStored(mutation)))
        case .joined, .left, .tableWanted, .loggedOut, .signedOut, .tokenLost, .graceEnded, .lookDue: break
        }
    }

    private func tell(_ terminal: Terminal, _ answer: UserAnswer) {
        switch answer {
        case .settled(let result): terminal.deliver(.result(result))
        case .otherStore: terminal.deliver(.close(.restored))
        case .noAccount, .forgotten: terminal.deliver(.close(.signedOut))
        }
    }
}

extension MutationResult {
    fileprivate static func notStored(_ mutation: NumberedMutation) -> Self {
        MutationResult(
            number: mutation.number,
            outcome: .retryLater(reason: "The server could not store this change; it will be sent again."),
            version: 0,
            lastNumber: 0
        )
    }
}
