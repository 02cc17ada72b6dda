internal import Logging
internal import ServiceLifecycle
internal import Shared

/// The market of a node, and its owner.
enum NodeMarket: Sendable {
    /// Nobody: the node is between two roles.
    case held(FollowedMarket)
    case leading(Leadership, MarketLineage)
    case following(FollowHub)
}

/// What a node does in a role.
struct RoleWork {
    let task: Task<Void, Never>
    let stop: @Sendable () async -> Void

    init(task: Task<Void, Never>, stop: @escaping @Sendable () async -> Void) { (self.task, self.stop) = (task, stop) }

    /// Waits for the end of the work.
    func end() async {
        await stop()
        await task.value
    }
}

extension FleetNode {
    /// What the node runs while it leads; nil while it does not.
    var leadership: Leadership? { if case .leading(let leadership, _) = market { leadership } else { nil } }

    /// The market, which no role owns when this is called.
    private var held: FollowedMarket {
        guard case .held(let market) = market else { preconditionFailure("a role begins after the end of another") }
        return market
    }

    /// - Parameter address: where other nodes reach this one.
    func playRoles(at address: String) async {
        var part: RoleWork?
        for await role in roles {
            await part?.end()
            switch role {
            case .leading(let term): part = await lead(in: term)
            case .following: part = follow(at: address)
            case .none: part = nil
            }
        }
        await part?.end()
    }

    private func lead(in term: UInt32) async -> RoleWork {
        var generator = SystemRandomNumberGenerator()
        let epoch = MarketEpoch(term: term, using: &generator)
        let succession = Succession(of: held, in: epoch, dependencies.plan, now: dependencies.time.now)
        logger.notice("leads", metadata: ["term": "\(term)", "sequence": "\(succession.rules.table.sequence)"])
        if let first = succession.first {
            dependencies.outlet.enter(succession.lineage, MarketTick(first))
        } else {
            dependencies.outlet.replace(by: succession.rules.table, in: succession.lineage)
        }
        let leading = await dependencies.lead(epoch, succession.rules, held.rates)
        market = .leading(leading, succession.lineage)
        dependencies.outlet.open(leading.parts.ports)
        let services = leading.group(logger: logger)
        // Unstructured, because it lasts from one change of role to the next. `playRoles` waits for its end.
        let work = Task { [logger] in
            do {
                try await services.run()
            } catch {
                logger.error("the market cannot be read", metadata: ["error": "\(error)"])
            }
            await self.leadEnded(leading.parts, succession.lineage)
        }
        return RoleWork(task: work) { await services.triggerGracefulShutdown() }
    }

    private func leadEnded(_ parts: MarketServices, _ lineage: MarketLineage) async {
        market = .held(FollowedMarket(await parts.hub.state, lineage, await parts.rates.shown))
    }

    private func follow(at address: String) -> RoleWork {
        let hub = FollowHub(
            held,
            outlet: dependencies.outlet,
            clock: dependencies.clock
        ) { [time = dependencies.time] in time.now }
        market = .following(hub)
        dependencies.outlet.open(hub.ports)
        // Unstructured, as in `lead`.
        let work = Task {
            await withDiscardingTaskGroup { tasks in
                tasks.addTask { await hub.run() }
                await self.keepFollowing(hub, at: address)
                tasks.cancelAll()
            }
            await self.followEnded(hub)
        }
        return RoleWork(task: work) {
            work.cancel()
            await self.closeParent()
        }
    }

    private func closeParent() { parentChannel?.close() }

    private func followEnded(_ hub: FollowHub) async {
        market = .held(await hub.market)
    }
}
