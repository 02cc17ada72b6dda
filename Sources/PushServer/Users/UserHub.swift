internal import Logging
internal import Shared

/// Knows which terminals of whom are connected, and settles what they ask: in batches, on disk before it is answered.
actor UserHub {
    /// What event loops and timers tell the hub.
    enum Event: Sendable {
        case joined(Terminal)
        case left(Terminal)
        case mutated(Terminal, NumberedMutation)
        case loggedOut(Terminal)
        case graceEnded(AccountID, absence: Int)
    }

    nonisolated let mailbox = Mailbox<Event>()
    private let store: any UserStore
    private let clock: any Clock<Duration>
    private let grace: Duration
    private let logger: Logger
    private let counters: UserCounters

    private var terminals: [AccountID: [TerminalID: Terminal]] = [:]
    /// Counts how often an account was left by its last terminal, so that an old timer does nothing.
    private var absences: [AccountID: Int] = [:]

    /// - Parameter grace: how long a user without terminals still counts as connected: a lost connection or a restart
    ///   of the server must not cost anybody favorites.
    init(
        store: any UserStore,
        clock: any Clock<Duration>,
        grace: Duration,
        counters: UserCounters,
        logger: Logger
    ) {
        self.store = store
        self.clock = clock
        self.grace = grace
        self.counters = counters
        self.logger = logger
    }

    /// Works until the mailbox is closed, and settles what is in it then.
    func run() async {
        await withDiscardingTaskGroup { timers in
            await startGraceAfterRestart(in: &timers)
            for await _ in mailbox.arrivals { await settleAll(timers: &timers) }
            await settleAll(timers: &timers)
            timers.cancelAll()
        }
    }

    private func settleAll(timers: inout DiscardingTaskGroup) async {
        let events = mailbox.takeAll()
        if !events.isEmpty { await settle(events, timers: &timers) }
    }

    // MARK: A batch

    private func settle(_ events: [Event], timers: inout DiscardingTaskGroup) async {
        let work = events.compactMap { event in note(event, timers: &timers).map { (event, $0) } }
        for case .loggedOut(let terminal) in events { await signOut(terminal) }
        if work.isEmpty { return }
        do {
            let answers = try await store.settle(work.map(\.1))
            counters.committed(requests: work.count)
            publish(zip(work.map(\.0), answers))
        } catch {
            logger.error("user changes could not be stored", metadata: ["error": "\(error)"])
            for (event, _) in work { refuse(event) }
        }
    }

    /// Keeps the list of terminals, and says what the store has to do.
    private func note(_ event: Event, timers: inout DiscardingTaskGroup) -> UserRequest? {
        switch event {
        case .joined(let terminal):
            terminals[terminal.account.id, default: [:]][terminal.id] = terminal
            return .join(terminal.account.id, terminal.client)
        case .left(let terminal):
            left(terminal, timers: &timers)
            return nil
        case .mutated(let terminal, let mutation):
            return .mutate(terminal.account.id, terminal.client, mutation)
        case .loggedOut:
            return nil
        case .graceEnded(let account, let absence):
            let isAbsent = terminals[account] == nil && absences[account] == absence
            return isAbsent ? .forget(account) : nil
        }
    }

    /// Welcomes go out first, then states (only the last one of each account), then results: a result's state comes before it.
    private func publish(_ answered: some Sequence<(Event, UserAnswer)>) {
        for case (.joined(let terminal), let answer) in answered { welcome(terminal, answer) }
        var states: [AccountID: UserState] = [:]
        for (event, answer) in answered {
            switch (event, answer) {
            case (.mutated(let terminal, _), .settled(_, let state)): states[terminal.account.id] = state
            case (.graceEnded(let account, _), .forgotten(let state?)): states[account] = state
            default: break
            }
        }
        for (account, state) in states { push(.state(state), to: account) }
        for case (.mutated(let terminal, _), let answer) in answered { tell(terminal, answer) }
    }

    private func welcome(_ terminal: Terminal, _ answer: UserAnswer) {
        if case .joined(let state, let last) = answer {
            terminal.deliver(.joined(state, lastMutation: last))
        } else {
            terminal.deliver(.close(.signedOut))
        }
    }

    private func tell(_ terminal: Terminal, _ answer: UserAnswer) {
        if case .settled(let result, _) = answer {
            counters.settled(result)
            terminal.deliver(.result(result))
        } else {
            terminal.deliver(.close(.signedOut))
        }
    }

    /// The disk is full, or the database locked: nothing was stored, and nobody is told otherwise.
    private func refuse(_ event: Event) {
        switch event {
        case .joined(let terminal):
            terminal.deliver(.close(.unavailable))
        case .mutated(let terminal, let mutation):
            let reason = "The server could not store this change; it will be sent again."
            terminal.deliver(
                .result(
                    MutationResult(
                        number: mutation.number,
                        outcome: .retryLater(reason: reason),
                        version: 0,
                        lastNumber: 0
                    )
                )
            )
        case .left, .loggedOut, .graceEnded: break
        }
    }

    private func push(_ push: UserPush, to account: AccountID) {
        for terminal in terminals[account, default: [:]].values { terminal.deliver(push) }
    }

    // MARK: Coming and going

    private func signOut(_ terminal: Terminal) async {
        do {
            try await store.remove(terminal.token)
            for other in terminals[terminal.account.id, default: [:]].values where other.token == terminal.token {
                other.deliver(.close(.signedOut))
            }
        } catch {
            logger.error("a token could not be revoked", metadata: ["error": "\(error)"])
            terminal.deliver(.close(.unavailable))
        }
    }

    private func left(_ terminal: Terminal, timers: inout DiscardingTaskGroup) {
        let account = terminal.account.id
        guard terminals[account]?.removeValue(forKey: terminal.id) != nil else { return }
        guard terminals[account]?.isEmpty == true else { return }
        terminals[account] = nil
        startGrace(of: account, in: &timers)
    }

    private func startGraceAfterRestart(in timers: inout DiscardingTaskGroup) async {
        do {
            for account in try await store.accountsWithPassingFavorites() { startGrace(of: account, in: &timers) }
        } catch {
            logger.error("accounts could not be read", metadata: ["error": "\(error)"])
        }
    }

    private func startGrace(of account: AccountID, in timers: inout DiscardingTaskGroup) {
        let absence = absences[account, default: 0] + 1
        absences[account] = absence
        timers.addTask { [clock, grace, mailbox] in
            // A cancelled sleep means that the server stops; the next start begins the grace anew.
            guard (try? await clock.sleep(for: grace)) != nil else { return }
            mailbox.post(.graceEnded(account, absence: absence))
        }
    }
}
