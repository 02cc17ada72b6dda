internal import Logging
internal import Shared

/// Posts the messages that wait in the store. It claims posts that are due, posts them at the same time, but only some
/// to each host, and reports each outcome to the user hub, which stores it and tells the terminals.
actor DeliveryHub: MailboxHub {
    enum Event: Sendable {
        case secondPassed
        /// A post to this origin has ended, so there is room for another one.
        case ended(origin: String)
    }

    nonisolated let mailbox = Mailbox<Event>()
    private let store: any PostStore
    private let users: Mailbox<UserHub.Event>
    private let poster: AlertPoster
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> MarketTime
    private let counters: AlertCounters
    private let logger: Logger
    private var places = PostPlaces()
    /// Whether the claims of an earlier process were released.
    private var isReleased = false
    private var toldFaults = ToldFailures()

    init(
        store: any PostStore,
        users: Mailbox<UserHub.Event>,
        poster: AlertPoster,
        clock: any Clock<Duration>,
        now: @escaping @Sendable () -> MarketTime,
        counters: AlertCounters,
        logger: Logger
    ) {
        (self.store, self.users, self.poster) = (store, users, poster)
        (self.clock, self.now, self.counters, self.logger) = (clock, now, counters, logger)
    }

    /// Runs until the mailbox is closed. Posts that are then under way are repeated after the next start.
    func run() async {
        await withDiscardingTaskGroup { tasks in
            tasks.addTask { [clock, mailbox] in await mailbox.post(.secondPassed, every: .seconds(1), by: clock) }
            for await _ in mailbox.arrivals {
                // A look at all posts that are due may take long, so one a second must do.
                var scope = ClaimScope.oldest
                for event in mailbox.takeAll() {
                    switch event {
                    case .secondPassed: scope = .all
                    case .ended(let origin): places.giveBack(origin)
                    }
                }
                // When one host has its share, there are places for others, whose posts may be younger.
                while let (posts, store) = await claim(among: scope), !posts.isEmpty {
                    for post in posts { tasks.addTask { [self] in await deliver(post, in: store) } }
                }
            }
            tasks.cancelAll()
        }
    }

    /// - Returns: nil if there is no room for another post, or the store does not answer.
    private func claim(among scope: ClaimScope) async -> (posts: [OutgoingPost], store: StoreIdentity)? {
        if places.areTaken { return nil }
        do {
            if !isReleased { try await store.releasePosts() }
            isReleased = true
            let claimed = try await store.claimPosts(for: places, among: scope)
            for post in claimed.posts { places.take(post.route, at: now()) }
            toldFaults.storeAnswered()
            return claimed
        } catch {
            toldFaults.logFailure("posts could not be read", error, to: logger)
            return nil
        }
    }

    nonisolated private func deliver(_ post: OutgoingPost, in store: StoreIdentity) async {
        if let result = await poster.post(post) {
            counters.tried(result)
            let outcome = PostOutcome(
                post: post.id,
                delivery: post.delivery.id,
                result: result,
                jitter: .random(in: 0...1)
            )
            if case .failed(let problem, _) = result {
                logger.info(
                    "a post failed",
                    metadata: ["account": "\(post.account.rawValue)", "problem": "\(problem)"]
                )
            }
            users.post(.posted(post.account, store, outcome))
        }
        mailbox.post(.ended(origin: post.route.origin))
    }
}
