internal import Logging
internal import ServiceLifecycle
internal import Shared

/// Owns what the server knows about all users' alerts. It follows the market, finds out which alerts are armed and
/// which fire, and asks the user hub to store that and to tell the terminals.
actor AlertHub {
    /// What the market, the user hub and the clock report.
    enum Event: Sendable {
        /// - Parameters:
        ///   - diff: what has changed in the market; nil if nothing has.
        ///   - poll: the answer behind the diff, if there is one.
        case ticked(MarketDiff?, MarketPoll?)
        /// A user's alerts have changed to these.
        case changed(AccountID, [KeptAlert])
        case settled(AccountID, [AlertChange], AlertAnswer)
        /// A backup has replaced the database.
        case restored
        case secondPassed
    }

    nonisolated let mailbox = Mailbox<Event>()
    private let users: Mailbox<UserHub.Event>
    private let store: any UserStore
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> MarketTime
    private let logger: Logger
    /// The rules follow the market even while the alerts cannot be read.
    private var rules: AlertRules
    /// The database from which the alerts were read; nil if they were not read yet.
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

    /// Runs until the mailbox is closed.
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

    /// Reads all alerts. Market events wait in the mailbox meanwhile. If reading fails, it is tried again after a
    /// second.
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
