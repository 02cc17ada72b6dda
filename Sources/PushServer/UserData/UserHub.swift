internal import Logging
internal import Shared

/// Knows which terminals of whom are connected, and settles what they ask: in batches, on disk before it is answered.
actor UserHub {
    /// What event loops and timers tell the hub.
    enum Event: Sendable {
        case joined(Terminal)
        case left(Terminal)
        /// - Parameter store: the one that the terminal was welcomed with.
        case mutated(Terminal, StoreIdentity, NumberedMutation)
        /// The terminal's table differs from the user's.
        case tableWanted(Terminal)
        case loggedOut(Terminal)
        /// Devices that were revoked: their connections end.
        case signedOut(Set<DeviceID>)
        /// A new token's terminal went before it could be told.
        case tokenLost(TokenHash)
        case graceEnded(Presence.Absence)
        /// An operator may have removed a user or signed a terminal out.
        case lookDue
    }

    /// How long it takes at most until what an operator's command did to the store is felt.
    private static let lookInterval = Duration.seconds(1)
    /// After so many looks the tokens of those who are connected count as used, and what has expired goes. A sweep passes over
    /// a use that was noted less than `DeviceRows.useInterval` ago, and the next one notes it: both together are at most an hour.
    private static let looksPerSweep = 1800
    static let sweepInterval = lookInterval * looksPerSweep

    nonisolated let mailbox: Mailbox<Event>
    private let store: any UserStore
    private let clock: any Clock<Duration>
    private let grace: Duration
    private let logger: Logger
    private let counters: UserCounters
    private var rules: UserHubRules
    private var pendingUses = PendingUses()
    private var looks = 0

    /// - Parameter grace: how long a user without terminals still counts as connected: a lost connection or a restart
    ///   of the server must not cost anybody favorites.
    init(
        store: any UserStore,
        mailbox: Mailbox<Event> = Mailbox(),
        clock: any Clock<Duration>,
        grace: Duration,
        terminalsMax: Int,
        changesPerSecond: Int,
        counters: UserCounters,
        logger: Logger
    ) {
        self.store = store
        self.mailbox = mailbox
        self.clock = clock
        self.grace = grace
        self.counters = counters
        self.logger = logger
        rules = UserHubRules(terminalsMax: terminalsMax, changesPerSecond: changesPerSecond)
    }

    /// Works until the mailbox is closed, and settles what is in it then.
    func run() async {
        await sweep()
        await withDiscardingTaskGroup { timers in
            await startGraceOfAll(in: &timers)
            timers.addTask { [clock, mailbox] in
                while (try? await clock.sleep(for: Self.lookInterval)) != nil { mailbox.post(.lookDue) }
            }
            for await _ in mailbox.arrivals { await settleAll(timers: &timers) }
            await settleAll(timers: &timers)
            await note(pendingUses.takeAll())
            timers.cancelAll()
        }
    }

    /// The devices of an account that have a terminal connected now.
    func connectedDevices(of account: AccountID) -> Set<DeviceID> { Set(rules.terminals(of: account).map(\.device)) }

    private func settleAll(timers: inout DiscardingTaskGroup) async {
        let events = mailbox.takeAll()
        if events.isEmpty { return }
        var (arrivals, readers): ([Terminal], [Terminal]) = ([], [])
        var work: [(event: Event, request: UserRequest)] = []
        for event in events {
            switch rules.received(event) {
            case .nothing: break
            case .welcome(let terminal): arrivals.append(terminal)
            case .showTable(let terminal): readers.append(terminal)
            case .settle(let request): work.append((event, request))
            case .startGrace(let absence): startGrace(absence, in: &timers)
            }
        }
        if !arrivals.isEmpty { await welcome(arrivals) }
        if !readers.isEmpty { await showTable(to: readers) }
        if !work.isEmpty { await settle(work) }
        await signOut(events, timers: &timers)
    }

    /// Before anything is stored, and whether it can be or not: what is settled then reaches those who have come as well.
    private func welcome(_ arrivals: [Terminal]) async {
        do {
            let answers = try await store.join(arrivals.map(\.joining))
            rules.welcome(arrivals, answers)
            for (terminal, joined) in zip(arrivals, answers) where joined?.isUseDue == true {
                pendingUses.add(terminal.use)
            }
            counters.joined(answers)
        } catch {
            logger.error("accounts could not be read", metadata: ["error": "\(error)"])
            for terminal in arrivals { terminal.deliver(.close(.unavailable)) }
        }
    }

    private func showTable(to readers: [Terminal]) async {
        do {
            let answers = try await store.join(readers.map(\.joining))
            rules.showTable(to: readers, answers)
        } catch {
            logger.error("accounts could not be read", metadata: ["error": "\(error)"])
            for terminal in readers { terminal.deliver(.close(.unavailable)) }
        }
    }

    private func settle(_ work: [(event: Event, request: UserRequest)]) async {
        do {
            let requests = work.map(\.request)
            let answers = try await store.settle(requests, keeping: rules.clients(besideNewcomersIn: requests))
            counters.settled(answers.answers)
            rules.publish(answers, to: work.map(\.event))
        } catch {
            logger.error("user changes could not be stored", metadata: ["error": "\(error)"])
            counters.notStored(work.map(\.request))
            for (event, _) in work { rules.refuse(event) }
        }
    }

    // MARK: Signing out

    private func signOut(_ events: [Event], timers: inout DiscardingTaskGroup) async {
        var lost: Set<TokenHash> = []
        for event in events {
            switch event {
            case .loggedOut(let terminal): await logOut(terminal)
            case .tokenLost(let token): lost.insert(token)
            case .lookDue: await look(timers: &timers)
            case .joined, .left, .mutated, .tableWanted, .signedOut, .graceEnded: break
            }
        }
        if !lost.isEmpty { await forget(lost) }
    }

    private func logOut(_ terminal: Terminal) async {
        do {
            _ = try await store.revoke(terminal.device, of: terminal.account.id)
            rules.dismiss(.signedOut) { $0.device == terminal.device }
        } catch {
            logger.error(
                "a device could not be signed out",
                metadata: terminal.metadata.merging(["error": "\(error)"]) { $1 }
            )
            terminal.deliver(.close(.unavailable))
        }
    }

    private func forget(_ tokens: Set<TokenHash>) async {
        do {
            try await store.forget(tokens)
        } catch {
            logger.error("tokens could not be taken back", metadata: ["error": "\(error)"])
        }
    }

    private func look(timers: inout DiscardingTaskGroup) async {
        looks += 1
        if looks.isMultiple(of: Self.looksPerSweep) { await sweep() }
        await note(pendingUses.take())
        await lookForNews(timers: &timers)
    }

    /// What cannot be swept now is the next time.
    private func sweep() async {
        let connected = rules.allTerminals
        for terminal in connected { pendingUses.add(terminal.use) }
        do {
            try await store.sweep(keeping: Set(connected.map(\.client)))
        } catch {
            logger.error("the store could not be swept", metadata: ["error": "\(error)"])
        }
    }

    private func note(_ uses: [TokenUse]) async {
        if uses.isEmpty { return }
        do {
            try await store.touch(uses)
        } catch {
            logger.error("uses of tokens could not be noted", metadata: ["error": "\(error)"])
            pendingUses.failed(uses)
        }
    }

    private func lookForNews(timers: inout DiscardingTaskGroup) async {
        do {
            let news = try await store.news(of: Set(rules.allTerminals.map(\.device)))
            if news.isRestored {
                logger.notice("a backup took the place of the database; all terminals connect anew")
                rules.dismiss(.restored) { _ in true }
                // Favorites that were gone are back, and their users may not be.
                return await startGraceOfAll(in: &timers)
            }
            rules.dismiss(.signedOut) { news.revoked.contains($0.device) }
        } catch {
            logger.error("the store could not be looked at", metadata: ["error": "\(error)"])
        }
    }

    // MARK: Absence

    /// After a start, and where a backup took the place of the database: of nobody it is known when they were here last.
    private func startGraceOfAll(in timers: inout DiscardingTaskGroup) async {
        do {
            let (accounts, store) = try await store.accountsWithPassingFavorites()
            for account in accounts { startGrace(rules.beginAbsence(of: account, in: store), in: &timers) }
        } catch {
            logger.error("accounts could not be read", metadata: ["error": "\(error)"])
        }
    }

    private func startGrace(_ absence: Presence.Absence, in timers: inout DiscardingTaskGroup) {
        timers.addTask { [clock, grace, mailbox] in
            // A cancelled sleep means that the server stops; the next start begins the grace anew.
            guard (try? await clock.sleep(for: grace)) != nil else { return }
            mailbox.post(.graceEnded(absence))
        }
    }
}
