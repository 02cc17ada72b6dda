internal import Logging
internal import ServiceLifecycle
internal import Shared

/// Owns what the server knows of all users' alerts: follows the market, finds out which are armed and which fire, and has that stored by
/// the user hub, which tells the terminals.
actor AlertHub {
    /// What the market, the user hub and the clock tell the hub.
    enum Event: Sendable {
        /// - Parameters:
        ///   - diff: what has changed in the market; nil: nothing.
        ///   - poll: the answer that it comes from, if it comes from one.
        case ticked(MarketDiff?, MarketPoll?)
        /// A user's alerts as they are now.
        case changed(AccountID, [KeptAlert])
        case settled(AccountID, [AlertChange], AlertAnswer)
        /// A backup took the place of the database.
        case restored
        case secondPassed
    }

    nonisolated let mailbox = Mailbox<Event>()
    private let users: Mailbox<UserHub.Event>
    private let store: any UserStore
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> MarketTime
    private let logger: Logger
    /// They follow the market also while the alerts cannot be read.
    private var rules: AlertRules
    /// Which database the alerts were read from; nil: they were not yet.
    private var identity: StoreIdentity?

    init(
        market: MarketTable,
        users: Mailbox<UserHub.Event>,
        store: any UserStore,
        clock: any Clock<Duration>,
        now: @escaping @Sendable () -> MarketTime,
        logger: Logger
    ) {
        (self.users, self.store) = (users, store)
        rules = AlertRules(market: market)
        (self.clock, self.now, self.logger) = (clock, now, logger)
    }

    /// Works until the mailbox is closed.
    func run() async {
        await load()
        await withDiscardingTaskGroup { tasks in
            tasks.addTask { [clock, mailbox] in
                // A cancelled sleep means that the server stops.
                while (try? await clock.sleep(for: .seconds(1))) != nil { mailbox.post(.secondPassed) }
            }
            for await _ in mailbox.arrivals {
                for event in mailbox.takeAll() { await handle(event) }
                send()
            }
            tasks.cancelAll()
        }
    }

    private func handle(_ event: Event) async {
        switch event {
        case .ticked(let diff, let poll): rules.follow(diff, poll)
        case .changed(let account, let alerts): if identity != nil { rules.changed(account, alerts) }
        case .settled(let account, let changes, let answer): rules.settled(changes, of: account, answer)
        case .restored:
            rules.forgetAll()
            identity = nil
            await load()
        case .secondPassed:
            if identity == nil { await load() }
            rules.secondPassed(at: now())
        }
    }

    /// What the market does meanwhile waits in the mailbox. What cannot be read now is tried again after a second.
    private func load() async {
        do {
            let (alerts, store) = try await store.alerts()
            rules.start(alerts)
            identity = store
        } catch {
            logger.error("alerts could not be read", metadata: ["error": "\(error)"])
        }
    }

    private func send() {
        guard let identity else { return }
        for (account, changes) in rules.takeWrites() {
            users.post(
                .alerts(account, identity, changes) { [mailbox] answer in
                    mailbox.post(.settled(account, changes, answer))
                }
            )
        }
    }
}

/// Runs the hub until the server stops.
struct AlertService: Service {
    let hub: AlertHub

    func run() async throws {
        await withGracefulShutdownHandler {
            await hub.run()
        } onGracefulShutdown: {
            hub.mailbox.close()
        }
    }
}
