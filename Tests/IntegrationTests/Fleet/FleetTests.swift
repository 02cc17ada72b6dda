import Observation
import Shared
import Synchronization
import Testing

@testable import PushServer
@testable import TerminalClient

/// A leader, a node that follows it, and a node that follows that one, with terminals at each.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct FleetTests {
    /// - Parameter body: gets the leader, its follower and the follower's follower.
    private func withThreeNodes(
        _ body: @MainActor (TestFleet, _ leader: TestFleet.Node, TestFleet.Node, TestFleet.Node) async throws -> Void
    ) async throws {
        try await TestFleet.with { fleet in
            let (first, second, third) = try await fleet.startThree(isChain: true)
            try await body(fleet, first, second, third)
        }
    }

    /// Waits until all stand where the leader does.
    private func untilAllHave(_ hub: MarketHub, _ terminals: [TestTerminal]) async throws {
        while true {
            try Task.checkCancellation()
            let wanted = await hub.state
            for terminal in terminals { await terminal.until { $0.table.sequence >= wanted.sequence } }
            guard terminals.allSatisfy({ $0.table.sequence == wanted.sequence }) else { continue }
            for terminal in terminals { #expect(terminal.table.hash == wanted.hash) }
            return
        }
    }

    @Test func everyNodeHasTheLeadersMarketWithTheSameEpochAndSequence() async throws {
        try await withThreeNodes { _, first, second, third in
            let terminals = [first, second, third].map { $0.terminal() }
            try await running(terminals) {
                for terminal in terminals { await terminal.untilReady() }
                let hub = try #require(await first.hub)
                try await hub.tick("65000.5")
                try await untilAllHave(hub, terminals)
                let positions = terminals.map(\.link.market.position?.epoch)
                #expect(positions == Array(repeating: hub.epoch, count: 3))
                #expect(terminals.map(\.snapshotParts) == [1, 1, 1])
            }
        }
    }

    @Test func whenTheLeaderDiesAnotherContinuesAndNobodyGetsASnapshot() async throws {
        try await withThreeNodes { fleet, first, second, third in
            let terminals = [second, third].map { $0.terminal() }
            try await running(terminals) {
                for terminal in terminals { await terminal.untilReady() }
                let hub = try #require(await first.hub)
                try await hub.tick("65000.5")
                try await untilAllHave(hub, terminals)
                await fleet.kill(first)
                let (_, next) = try await fleet.leader(of: [second, third])
                try await next.tick("65001.5")
                try await untilAllHave(next, terminals)
                #expect(next.epoch.term > hub.epoch.term)
                #expect(terminals.map(\.link.market.position?.epoch) == [next.epoch, next.epoch])
                #expect(terminals.map(\.snapshotParts) == [1, 1])
                for node in [second, third] { #expect(try await node.count(\.hashMismatches) == 0) }
            }
        }
    }

    @Test func aLeaderThatIsStoppedHandsOver() async throws {
        try await withThreeNodes { fleet, first, second, third in
            let terminal = third.terminal()
            try await running([terminal]) {
                await terminal.untilReady()
                try await fleet.stop(first)
                let (_, next) = try await fleet.leader(of: [second, third])
                try await next.tick("65001.5")
                try await untilAllHave(next, [terminal])
                #expect(terminal.snapshotParts == 1)
            }
        }
    }

    /// Looks at the lease come twice a second. Nobody may be without prices for that long.
    @Test func aLeaderThatIsDrainedTellsItsFollowersThatTheLeaseIsFree() async throws {
        try await withThreeNodes { fleet, first, second, third in
            for node in [second, third] { await untilItMayLead(node) }
            await fleet.store.hideReleases()
            await first.fleet.drain()
            let (_, hub) = try await fleet.leader(of: [second, third])
            #expect(hub.epoch.term == 2)
            #expect(await first.fleet.role == .following)
        }
    }

    private func untilItMayLead(_ node: TestFleet.Node) async {
        while await !node.fleet.lease.maySucceed(at: node.fleet.uptime()) { await Task.yield() }
    }

    @Test func aSeriesOfCandlesIsAskedForOnceForTheWholeFleet() async throws {
        try await withThreeNodes { _, first, second, third in
            let terminals = [second, third].map { $0.terminal() }
            try await running(terminals) {
                for terminal in terminals {
                    await terminal.untilReady()
                    await terminal.untilLive()
                }
                let request = ChartRequest(coin: CoinID(1), interval: .hour, count: 50, source: "huobi")
                let charts = terminals.map { $0.link.charts.open(request) }
                for chart in charts { await chart.untilComplete() }
                #expect(charts.map(\.candles.count) == [50, 50])
                #expect(charts[0].candles == charts[1].candles)
                let parts = try #require(await first.server.role.parts)
                #expect(parts.candleCounters.requests.load(ordering: .relaxed) == 1)
            }
        }
    }

    /// Nodes may pass on each of these questions, and each answer finds its way back.
    @Test func aTerminalsQuestionsAreAnsweredThroughTwoNodes() async throws {
        try await withThreeNodes { _, _, _, third in
            let (terminal, coin) = (third.terminal(), CoinID(1))
            try await running([terminal]) {
                async let _ = terminal.link.icons.appeared(.system)
                await terminal.untilReady()
                await terminal.untilLive()
                let detail = try await terminal.link.charts.detail(of: coin).get()
                #expect(detail.name == "Bitcoin")
                let day = MarketTime.now.adding(seconds: -30 * 86_400).date
                let rates = try await terminal.link.rates.days(DayRatesRequest("EUR", from: day, through: day)).get()
                #expect(!rates.days.isEmpty)
                terminal.link.icons.shown([coin])
                terminal.link.weeks.show(WeekRequest([coin]))
                terminal.link.weeks.ask()
                await terminal.until { terminal in
                    let closes = terminal.link.weeks.week(of: coin)?.closes.count ?? 0
                    return closes >= CoinWeek.hours - 1 && terminal.link.icons.icon(of: coin) != nil
                        && terminal.link.rates.rates != nil
                }
            }
        }
    }

    @Test func aLeadersRenewedKeyReachesTheOthers() async throws {
        try await withTemporaryDirectory { directory in
            let (old, next) = (try IssuedCertificate(in: directory), try IssuedCertificate(in: directory + "/next"))
            try await TestFleet.with { fleet in
                let first = try await fleet.start(showing: old.files)
                let (_, hub) = try await fleet.leader(of: [first])
                let early = try await fleet.start()
                try await until { await early.fleet.status.follows == first.address.address }
                try next.replace(old)
                first.server.reloadCertificate()
                try await until { try await fleet.store.lease()?.holder.pin == next.pin }
                let late = try await fleet.start()
                let terminals = [early, late].map { $0.terminal() }
                try await running(terminals) {
                    for terminal in terminals { await terminal.untilReady() }
                    try await hub.tick("65000.5")
                    try await untilAllHave(hub, terminals)
                }
            }
        }
    }

    @Test func aNodeWithTheLeadersAddressSaysSoAndFollowsNobody() async throws {
        try await TestFleet.with { fleet in
            let first = try await fleet.start()
            _ = try await fleet.leader(of: [first])
            let second = try await fleet.start(at: first.server.listenAddress)
            let words = SharedAddress.leaders(first.address.address).words
            try await until { await second.fleet.problem == words }
            #expect(await second.fleet.status.follows == nil)
            #expect(await first.fleet.status.followers.isEmpty)
        }
    }

    @Test func theLeaderSaysThatTwoNodesThatFollowItHaveOneAddress() async throws {
        try await TestFleet.with { fleet in
            let first = try await fleet.start()
            _ = try await fleet.leader(of: [first])
            let address = ServerConfiguration.Endpoint(host: "127.0.0.1", port: 1)
            let (second, third) = (try await fleet.start(at: address), try await fleet.start(at: address))
            let words = SharedAddress.followers("127.0.0.1:1").words
            try await until { await first.fleet.status.warning == words }
            for node in [first, second, third] { try await until { await node.fleet.problem == nil } }
            try await fleet.stop(third)
            try await until { await first.fleet.status.warning == nil }
        }
    }

    /// The same address as another text. The node's own secret tells it whom it has reached.
    @Test func aNodeThatReachesItselfSaysSo() async throws {
        try await TestFleet.with { fleet in
            let first = try await fleet.start()
            let own = NodeAddress(address: "localhost:\(first.server.listenAddress.port)", pin: first.server.pin)
            let other = LeaseHolder(node: .random(), address: own.address, pin: own.pin)
            await fleet.store.hold(other, term: 9)
            let words = SharedAddress.leaders(own.address).words
            try await until { await first.fleet.problem == words }
        }
    }

    /// Users' changes do not need the leader, and prices go on as soon as another one is there.
    @Test func aLeaderThatCannotBeReachedIsReportedWithTheReasonAndStopsPricesAlone() async throws {
        try await TestFleet.with { fleet in
            let first = try await fleet.start()
            let (_, hub) = try await fleet.leader(of: [first])
            let second = try await fleet.start()
            let terminal = second.terminal()
            try await running([terminal]) {
                await terminal.untilReady()
                let wrong = LeaseHolder(node: .random(), address: "127.0.0.1:1", pin: first.address.pin)
                await fleet.store.hold(wrong, term: hub.epoch.term + 1)
                let words = "; the node at 127.0.0.1:1 cannot be followed: nothing listens there"
                try await until { await second.fleet.problem?.hasSuffix(words) == true }
                terminal.add(CoinID(2))
                await terminal.untilConfirmed()
                await fleet.store.letGo()
                let patience = StartWaiters.Patience(seconds: 0, secondsWithoutCoins: 60)
                let (_, next) = try await fleet.leader(
                    of: [first, second],
                    where: { $0 > hub.epoch.term },
                    patience: patience
                )
                try await next.tick("65001.5")
                try await untilAllHave(next, [terminal])
                #expect(terminal.favorites == [CoinID(2)])
                try await until { await second.fleet.problem == nil }
            }
        }
    }

    /// The address may lead to somebody else's server, or to a node with another certificate.
    @Test func aNodeWithAnotherKeyIsNotFollowedAndTheProblemNamesBothKeys() async throws {
        try await TestFleet.with { fleet in
            let first = try await fleet.start()
            let expected = try #require(PublicKeyPin("sha256/" + String(repeating: "A", count: 43) + "="))
            let address = first.address.address
            await fleet.store.hold(LeaseHolder(node: .random(), address: address, pin: expected), term: 9)
            let second = try await fleet.start()
            let words = """
                no market has come yet; the node at \(address) cannot be followed: its key is \(first.server.pin) instead of \
                \(expected); check the address, and give all nodes the same certificate
                """
            try await until { await second.fleet.problem == words }
            #expect(await second.fleet.status.follows == nil)
        }
    }

    @Test func aNodeWithAWrongCredentialSaysSoAndChangesNothing() async throws {
        try await TestFleet.with { fleet in
            let first = try await fleet.start()
            _ = try await fleet.leader(of: [first])
            await fleet.store.forgetCredentials()
            let second = try await fleet.start()
            let words =
                "no market has come yet; the node at \(first.address.address) cannot be followed: its database does not have the secret of this node; give all nodes the same --store"
            try await until { await second.fleet.problem == words }
            #expect(await first.fleet.status.followers.isEmpty)
            #expect(await first.fleet.problem == nil)
        }
    }

    /// Asks until it is so; the suite's time limit ends it.
    private func until(_ condition: () async throws -> Bool) async throws {
        while try await !condition() {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    @Test func aStrangerAtANodesPortGetsWhatAStrangerGets() async throws {
        try await TestFleet.with { fleet in
            let node = try await fleet.start()
            _ = try await fleet.leader(of: [node])
            let secret = [UInt8](repeating: 7, count: 32)
            #expect(await node.fleet.check(secret, 1_000) == .failure(.badLogin))
            #expect(await node.term == 1, "a stranger's term is not listened to")
            let other = NodeID.random()
            await fleet.store.addCredential(AccessToken(bytes: secret).hash, of: other)
            #expect(await node.fleet.check(secret, 1) == .success(other))
        }
    }
}

extension ChartReplica {
    fileprivate func untilComplete() async {
        for await isComplete in Observations({ [self] in isComplete }) where isComplete { return }
    }
}
