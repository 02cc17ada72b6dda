internal import Logging
internal import Shared

/// Knows which terminals of each user are connected, and settles their requests in batches. It sends an answer once
/// the batch is on disk.
actor UserHub: MailboxHub {
    /// How long a write may take before the hub answers terminals of other users.
    private static let writeWait = Duration.milliseconds(100)

    nonisolated let mailbox: Mailbox<Event>
    private let store: any UserStore
    private let clock: any Clock<Duration>
    private let grace: Duration
    private let logger: Logger
    private let counters: UserCounters
    /// Nil for a server that stands alone.
    private let hints: NodeHints?
    private let ownFolder: String?
    private let alerts: Mailbox<AlertHub.Event>
    private var rules: UserHubRules
    private var pendingUses = PendingUses()
    private var looks = LookCount()
    private var toldFaults = ToldFailures()

    /// - Parameters:
    ///   - alerts: gets users' changes of their alerts.
    ///   - grace: how long a user without terminals still counts as connected, so that neither a lost connection nor a
    ///     server restart removes favorites.
    ///   - ownFolder: the data folder of a private server; nil for any other server.
    init(
        store: any UserStore,
        mailbox: Mailbox<Event>,
        alerts: Mailbox<AlertHub.Event>,
        clock: any Clock<Duration>,
        grace: Duration,
        connectionsMax: Int,
        changesPerSecond: Int,
        counters: UserCounters,
        hints: NodeHints?,
        ownFolder: String?,
        logger: Logger
    ) {
        self.store = store
        self.ownFolder = ownFolder
        (self.mailbox, self.alerts) = (mailbox, alerts)
        self.clock = clock
        self.grace = grace
        self.counters = counters
        self.hints = hints
        self.logger = logger
        rules = UserHubRules(connectionsMax: connectionsMax, changesPerSecond: changesPerSecond)
    }

    /// Runs until the mailbox is closed, then settles what is left in it.
    func run() async {
        await sweep()
        await withDiscardingTaskGroup { timers in
            await startGraceOfAll(in: &timers)
            timers.addTask { [clock, mailbox] in await mailbox.post(.lookDue, every: LookCount.interval, by: clock) }
            for await _ in mailbox.arrivals { await settleAll(timers: &timers) }
            await settleAll(timers: &timers)
            await note(pendingUses.takeAll())
            timers.cancelAll()
        }
    }

    /// The devices of an account that are connected now.
    func connectedDevices(of account: AccountID) -> Set<DeviceID> { Set(rules.connections(of: account).map(\.device)) }

    private func settleAll(timers: inout DiscardingTaskGroup) async {
        while true {
            var shares = BatchShares()
            let events = mailbox.take { shares.takes($0) }
            if events.isEmpty { return }
            await settle(events, timers: &timers)
        }
    }

    private func settle(_ events: [Event], timers: inout DiscardingTaskGroup) async {
        let isAbsenceCertain = looks.isAbsenceCertain(notesLast: store.presenceLease, grace: grace)
        let batch = rules.received(events, isAbsenceCertain: isAbsenceCertain)
        for started in batch.graces {
            startGrace(started.absence, in: &timers, pause: started.isRepeated ? retryPause : grace)
        }
        for case .lookDue in events { looks.becameDue() }
        // Before anything is stored, because a commit waits for disks.
        await lookForHinted(events, timers: &timers)
        if !batch.reading.isEmpty { await read(for: batch.reading) }
        if !batch.work.isEmpty { await settle(batch.work, timers: &timers) }
        await signOut(events)
        if looks.isDue { await look(timers: &timers) }
    }

    /// Answers terminals before anything is stored, even if nothing can be. So they also get the changes that are settled
    /// next. If the store cannot be read, their connections end.
    private func read(for reading: UserHubRules.Reading) async {
        do {
            let answers = try await store.join(reading.connections.map(\.joining))
            rules.answer(reading, answers)
            let arrivals = zip(reading.arrivals, answers)
            for (connection, joined) in arrivals where joined?.isUseDue == true { pendingUses.add(connection.use) }
            counters.joined(arrivals.map(\.1))
        } catch {
            toldFaults.logFailure("accounts could not be read", error, to: logger)
            for connection in reading.connections { connection.deliver(.close(.unavailable)) }
        }
    }

    /// Waits for a write, and answers other terminals meanwhile: a commit may wait for a standby for seconds. A sweep
    /// must not be written this way: it may remove what the store knows of a client that joins meanwhile. It waits for
    /// no standby, so it is short.
    /// - Parameter accounts: the users whom the write concerns. Their terminals wait for its outcome.
    private func writing<Value>(
        _ accounts: Set<AccountID> = [],
        _ write: () async throws -> Value
    ) async rethrows -> Value {
        async let _ = answerOthers(than: accounts)
        return try await write()
    }

    private func answerOthers(than concerned: Set<AccountID>) async {
        while (try? await clock.sleep(for: Self.writeWait)) != nil {
            let reading = rules.takeReading(from: mailbox, besides: concerned)
            if reading.isEmpty { continue }
            // Unstructured, because the end of the write cancels this function, and a cancelled read would close the
            // terminals' connections. This function waits until the task has ended.
            await Task { await read(for: reading) }.value
        }
    }

    private func settle(
        _ work: [(event: Event, request: UserRequest)],
        timers: inout DiscardingTaskGroup
    ) async {
        do {
            let requests = work.map(\.request)
            let connected = rules.clients(besideNewcomersIn: requests)
            let answers = try await writing(Set(requests.map(\.account))) {
                try await store.settle(requests, keeping: connected)
            }
            counters.settled(answers)
            rules.publish(answers, to: work.map(\.event))
            if let hints, !answers.tables.isEmpty { hints.changed(answers.tables.hints) }
            for (account, changed) in answers.alerts { alerts.post(.changed(account, changed)) }
        } catch {
            toldFaults.logFailure("user changes could not be stored", error, to: logger)
            counters.notStored(work.map(\.request))
            let reason = SaveFailure(error).words(folder: ownFolder)
            for absence in work.compactMap({ rules.refuse($0.event, because: reason) }) {
                startGrace(absence, in: &timers, pause: retryPause)
            }
        }
    }

    /// Asks the store for something that nobody waits for. Logs a failure with these words.
    private func attempt(_ failure: Logger.Message, _ request: () async throws -> Void) async {
        do {
            try await request()
        } catch {
            toldFaults.logFailure(failure, error, to: logger)
        }
    }

    // MARK: Signing out

    private func signOut(_ events: [Event]) async {
        var lost: Set<TokenHash> = []
        for event in events {
            switch event {
            case .loggedOut(let connection): await logOut(connection)
            case .tokenLost(let token): lost.insert(token)
            case .joined, .left, .mutated, .tableWanted, .signedOut, .graceEnded, .lookDue, .hinted, .alerts, .posted:
                break
            }
        }
        if !lost.isEmpty { await forget(lost) }
    }

    private func logOut(_ connection: UserConnection) async {
        do {
            let account = connection.account.id
            _ = try await writing([account]) { try await store.revoke(connection.device, of: account) }
            rules.dismiss(.signedOut) { $0.device == connection.device }
        } catch {
            logger.error(
                "a device could not be signed out",
                metadata: connection.metadata.merging(["error": "\(error)"]) { $1 }
            )
            connection.deliver(.close(.unavailable))
        }
    }

    private func forget(_ tokens: Set<TokenHash>) async {
        await attempt("tokens could not be taken back") { try await writing { try await store.forget(tokens) } }
    }

    private func look(timers: inout DiscardingTaskGroup) async {
        looks.began()
        if looks.isSweepDue {
            await sweep()
            // A node that has ended may have left absent users behind.
            if store.presenceLease != nil { await startGraceOfAll(in: &timers) }
        }
        await note(pendingUses.take())
        hints?.connected(Set(rules.allConnections.map(\.account.id)))
        if looks.isPresenceDue { await notePresence() }
        let isAnswered = await lookForNews(of: rules.held, timers: &timers)
        if looks.ended(isAnswered: isAnswered) { logger.notice("the database answers again") }
    }

    /// If a sweep fails, the next one repeats it.
    private func sweep() async {
        let connected = rules.allConnections
        for connection in connected { pendingUses.add(connection.use) }
        await attempt("the store could not be swept") {
            try await store.sweep(keeping: Set(connected.map(\.client)))
        }
    }

    private func note(_ uses: [TokenUse]) async {
        if uses.isEmpty { return }
        do {
            try await writing { try await store.touch(uses) }
        } catch {
            toldFaults.logFailure("uses of tokens could not be noted", error, to: logger)
            pendingUses.failed(uses)
        }
    }

    /// Other nodes have changed the tables of these users alone.
    private func lookForHinted(_ events: [Event], timers: inout DiscardingTaskGroup) async {
        let older = rules.held(olderThan: events.compactMap { if case .hinted(let hint) = $0 { hint } else { nil } })
        guard !older.versions.isEmpty, await !lookForNews(of: older, timers: &timers) else { return }
        looks.ended(isAnswered: false)
    }

    /// - Returns: whether the store has answered.
    private func lookForNews(of held: HeldState, timers: inout DiscardingTaskGroup) async -> Bool {
        do {
            let news = try await store.news(of: held)
            toldFaults.storeAnswered()
            if news.isRestored {
                logger.notice("the database was replaced, by a backup or a standby; all terminals connect again")
                rules.dismiss(.restored) { _ in true }
                alerts.post(.restored)
                // Removed favorites are back, but their users may be absent.
                await startGraceOfAll(in: &timers)
                return true
            }
            rules.dismiss(.signedOut) { news.revoked.contains($0.device) }
            if let hints, !news.tables.isEmpty { hints.found(news.tables.hints) }
            if let store = news.store { rules.show(news.tables, in: store) }
            for (account, table) in news.tables { alerts.post(.changed(account, StoredAlerts(table))) }
            return true
        } catch {
            toldFaults.logFailure("the store could not be looked at", error, to: logger)
            return false
        }
    }

    // MARK: Absence

    private func notePresence() async {
        let accounts = rules.connectedWithPassingFavorites
        if store.presenceLease == nil { return }
        await attempt("who is connected could not be noted") { try await store.notePresence(of: accounts) }
    }

    /// Starts a grace period for all absent users after a start or a restore, because the times of their last
    /// connections are unknown.
    private func startGraceOfAll(in timers: inout DiscardingTaskGroup) async {
        await attempt("accounts could not be read") {
            let (accounts, store) = try await store.accountsWithPassingFavorites()
            for account in accounts {
                startGrace(rules.beginAbsence(of: account, in: store), in: &timers, pause: grace)
            }
        }
    }

    /// How long the hub waits before it tries again to remove the favorites of an absent user.
    private var retryPause: Duration { max(grace, LookCount.interval) }

    /// - Parameter pause: the time until the grace has ended.
    private func startGrace(_ absence: Presence.Absence, in timers: inout DiscardingTaskGroup, pause: Duration) {
        timers.addTask { [clock, mailbox] in
            // A cancelled sleep means that the server stops. The next start begins a new grace period.
            guard (try? await clock.sleep(for: pause)) != nil else { return }
            mailbox.post(.graceEnded(absence))
        }
    }
}
