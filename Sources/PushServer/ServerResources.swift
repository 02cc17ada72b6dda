internal import Logging
internal import NIOCore
internal import NIOPosix
internal import Shared

/// Resources that a server releases when it ends or cannot start.
struct ServerResources: Sendable {
    private let lock: FileLock
    let store: any SQLUserStore
    let weeks: WeekStore
    let rates: RateFile
    let userCounters = UserCounters()
    let alertCounters = AlertCounters()
    let accounts: Accounts
    /// Messages from event loops and accounts to the user hub.
    let users = Mailbox<UserHub.Event>()
    let group: MultiThreadedEventLoopGroup
    let router: Router
    /// Runs posts of alerts, and nothing else.
    let posts: TransferLoop

    /// - Parameter given: nil: the store that the configuration names.
    /// - Throws: `UserStoreError`, `ServerError`
    init(
        _ configuration: ServerConfiguration,
        _ lock: FileLock,
        _ given: (any SQLUserStore)?,
        logger: Logger,
        clock: any Clock<Duration>,
        now: @escaping @Sendable () -> MarketTime
    ) async throws {
        self.lock = lock
        let environment = configuration.market.environment
        rates = RateFile(path: DataDirectory.rates(in: configuration.dataDirectory, of: environment.name))
        let recorder = try configuration.market.recordDirectory.map {
            try AnswerRecorder(directory: $0, logger: logger)
        }
        let opening = StoreOpening(configuration, for: .server(logger), counters: userCounters, now: now)
        store = if let given { given } else { try await opening.open() }
        do {
            weeks = try WeekStore(path: DataDirectory.weeks(in: configuration.dataDirectory))
        } catch {
            try? await store.close()
            throw error
        }
        accounts = Accounts(
            store: store,
            cost: configuration.passwordCost,
            clock: clock,
            now: now,
            logger: logger,
            failures: store as? any FailureStore
        ) { [users] devices in
            users.post(.signedOut(devices))
        }
        group = MultiThreadedEventLoopGroup(
            numberOfThreads: configuration.eventLoops > 0 ? configuration.eventLoops : System.coreCount
        )
        let limits = AlertPoster.limits
        posts = TransferLoop(inFlightPerHost: limits.inFlightPerHost, waitingPerHost: limits.waitingPerHost)
        router = Router(
            environment: environment,
            budgets: configuration.market.keepsBudgets ? RequestBudgets() : RequestBudgets([:]),
            logger: logger,
            recorder: recorder,
            now: now
        )
    }

    var eventLoops: Int { group.makeIterator().reduce(0) { count, _ in count + 1 } }

    /// - Parameter market: the market that the server continues.
    func makeShards(lineage: MarketLineage, market: MarketTable, limits: SessionLimits) async throws -> [ShardPort] {
        var shards: [ShardPort] = []
        for loop in group.makeIterator() {
            let shard = try await ShardPort.make(
                on: loop,
                lineage: lineage,
                market: market,
                frameBytesMax: limits.serverFrameBytes
            )
            shards.append(shard)
        }
        return shards
    }

    /// Closes all resources, even if closing one of them fails.
    func close(logger: Logger) async {
        await router.shutdown()
        await posts.shutdown()
        await accounts.shutdown()
        await attempt(logger) { try await group.shutdownGracefully() }
        await attempt(logger) { try weeks.close() }
        await attempt(logger) { try await store.close() }
        lock.release()
    }

    private func attempt(_ logger: Logger, _ close: () async throws -> Void) async {
        do {
            try await close()
        } catch {
            logger.error("the server did not close cleanly", metadata: ["error": "\(error)"])
        }
    }
}
