#if FLEET
    import PostgresKit
    import Shared
    import Synchronization
    import TestSupport
    import Testing

    @testable import PushServer
    @testable import TerminalClient

    /// Nodes that share a PostgreSQL database, as `tickwire-server run --store --node-address` starts them.
    @MainActor
    @Suite(
        .serialized,
        .timeLimit(.minutes(5)),
        .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed: apt-get install postgresql")
    )
    struct FleetStoreTests {
        private let bitcoin = CoinID(1)

        private func withTwoNodes(
            _ body: @MainActor (TestFleet, _ leader: TestFleet.Node, _ follower: TestFleet.Node) async throws -> Void
        ) async throws {
            try await PostgresServer.running().withDatabase { database in
                try await TestFleet.with(sharing: database) { fleet in
                    let first = try await fleet.start()
                    _ = try await fleet.leader(of: [first])
                    try await body(fleet, first, try await fleet.start())
                }
            }
        }

        private func alert(_ condition: String, _ note: String) throws -> Alert {
            Alert(id: .random(), coin: bitcoin, condition: try AlertCondition(typed: condition), note: note)
        }

        private func isArmed(_ alert: Alert, on terminal: TestTerminal) -> Bool {
            terminal.user.alert(alert.id).flatMap { terminal.user.state(of: $0) }?.phase == .armed
        }

        /// The exchange goes on answering this until what follows from it is there.
        private func poll(_ hub: MarketHub, _ price: String, until isReached: @MainActor () -> Bool) async throws {
            while !isReached() {
                try Task.checkCancellation()
                try await hub.tick(price)
                await Task.yield()
            }
        }

        /// How often the node has written to the database.
        private func commits(of node: TestFleet.Node) -> Int {
            node.server.resources.userCounters.commits.load(ordering: .relaxed)
        }

        @Test func aFavoriteAndAPriceOfOneNodeShowAtTheOther() async throws {
            try await withTwoNodes { _, first, second in
                let (here, there) = (first.terminal(), second.terminal())
                try await here.connected {
                    try await there.connected {
                        await here.untilReady()
                        await there.untilReady()
                        there.add(CoinID(2))
                        await here.until { $0.favorites == [CoinID(2)] }
                        let hub = try #require(await first.hub)
                        try await hub.tick("65000.5")
                        let wanted = await hub.state
                        await there.until { $0.table.sequence >= wanted.sequence }
                        #expect(there.link.market.position?.epoch == hub.epoch)
                    }
                }
            }
        }

        /// As when a hint is lost with its connection.
        @Test func aChangeWithoutAHintShowsWithinSecondsAndIsCounted() async throws {
            try await withTwoNodes { _, first, second in
                let terminal = second.terminal()
                try await terminal.connected {
                    await terminal.untilReady()
                    // Until the node expects hints about her, it counts nothing that the comparison finds.
                    while await !second.fleet.routes.ledger.users.contains(1) {
                        try Task.checkCancellation()
                        await Task.yield()
                    }
                    let store = first.server.resources.store
                    let ada = try #require(try await store.account(named: UserName(stored: "ada"))).0.id
                    let identity = try await store.alerts().store
                    let mutation = NumberedMutation(number: 1, mutation: .add([CoinID(2)], of: UserTable()))
                    let request = UserRequest.mutate(ada, ClientID(high: 1, low: 1), identity, mutation)
                    _ = try await store.settle([request], keeping: [])
                    await terminal.until { $0.favorites == [CoinID(2)] }
                    while await second.fleet.status.hintsLost == 0 {
                        try Task.checkCancellation()
                        await Task.yield()
                    }
                    let status = await second.fleet.status
                    #expect(status.hintsLost == 1 && status.hintsRepaired == 1 && status.hintsHeard == 0)
                }
            }
        }

        /// The leader does not hear of the alert but by the database.
        @Test func anAlertOfAnotherNodeFiresOnceWhoeverLeads() async throws {
            let (alert, later) = (try alert(">80000", "look"), try alert(">90000", "more"))
            try await withTwoNodes { fleet, first, second in
                let terminal = second.terminal()
                try await terminal.connected {
                    await terminal.untilReady()
                    let hub = try #require(await first.hub)
                    terminal.link.user.mutate { _ in .add(alert) }
                    try await poll(hub, "70000") { isArmed(alert, on: terminal) }
                    try await poll(hub, "80001.5") { !terminal.user.alertEvents.isEmpty }
                    terminal.link.user.mutate { _ in .add(later) }
                    try await poll(hub, "80002") { isArmed(later, on: terminal) }
                    await fleet.kill(first)
                    let (_, next) = try await fleet.leader(of: [second])
                    try await poll(next, "90001") { terminal.user.alertEvents.count == 2 }
                    #expect(terminal.user.alertEvents.map(\.note).sorted() == ["look", "more"])
                }
            }
        }

        /// While its clock stands still, the old leader believes in its term. It has prices that no other node has.
        @Test func aLeaderThatWasStoppedFiresNothingWhenItIsWokenAndIsNotHeardAgain() async throws {
            let (crossed, missed) = (try alert(">80000", "crossed"), try alert(">90000", "missed"))
            try await TestFleet.withThreeNodes { fleet, first, second, third in
                let (own, others) = (first.terminal(), [second, third].map { $0.terminal() })
                try await running([own] + others) {
                    for terminal in [own] + others { await terminal.untilReady() }
                    let old = try #require(await first.hub)
                    for alert in [crossed, missed] { others[0].link.user.mutate { _ in .add(alert) } }
                    try await poll(old, "70000") { isArmed(crossed, on: others[1]) && isArmed(missed, on: others[1]) }

                    first.clock.hold()
                    let (leader, next) = try await fleet.leader(of: [second, third])
                    try await poll(next, "80001.5") { !others[1].user.alertEvents.isEmpty }
                    try await next.tick("70001")

                    let before = commits(of: first)
                    try await poll(old, "90001") { commits(of: first) > before }
                    first.clock.goOn()
                    try await until { await first.fleet.status.follows == leader.address.address }

                    try await next.tick("70002")
                    let wanted = await next.state
                    for terminal in [own] + others {
                        // Sequences leap with an epoch, so this one is of the new epoch.
                        await terminal.until { $0.table.sequence >= wanted.sequence }
                        #expect(terminal.link.market.position?.epoch == next.epoch)
                    }
                    for terminal in others { #expect(terminal.terms == terminal.terms.sorted(), "nobody goes back") }
                    let store = leader.server.resources.store
                    let ada = try #require(try await store.account(named: UserName(stored: "ada"))).0.id
                    let table = try #require(try await store.table(of: ada))
                    #expect(table.alertEvents.map(\.note) == ["crossed"])
                    #expect(table.state(of: missed)?.phase == .armed)
                    #expect(first.server.resources.alertCounters.fired.load(ordering: .relaxed) == 0)
                }
            }
        }

        /// As after a restart of the database. The price has gone back by then, so nothing else makes the alert fire.
        @Test func whatALeaderSawWhileItsLeaseHadLapsedFiresOnceTheLeaseIsRenewed() async throws {
            let alert = try alert(">80000", "look")
            try await PostgresServer.running().withDatabase { database in
                try await TestFleet.with(sharing: database) { fleet in
                    let node = try await fleet.start()
                    let (_, hub) = try await fleet.leader(of: [node])
                    let terminal = node.terminal()
                    try await terminal.connected {
                        await terminal.untilReady()
                        terminal.link.user.mutate { _ in .add(alert) }
                        try await poll(hub, "70000") { isArmed(alert, on: terminal) }
                        node.clock.hold()
                        try await node.server.resources.store.write { db in
                            try db.perform("UPDATE lease SET lapses = clock_timestamp()", [])
                        }
                        let before = commits(of: node)
                        for _ in 0..<2 { try await hub.tick("80001.5") }
                        try await poll(hub, "80001.5") { commits(of: node) > before }
                        for _ in 0..<2 { try await hub.tick("70001") }
                        node.clock.goOn()
                        await terminal.until { !$0.user.alertEvents.isEmpty }
                        #expect(terminal.user.alertEvents.map(\.note) == ["look"])
                    }
                }
            }
        }

        @Test func aNodeThatNoLongerLeadsTakesNoNotesAndFiresNothing() async throws {
            try await withTwoNodes { _, first, second in
                let store = second.server.resources.store
                let ada = try #require(try await store.account(named: UserName(stored: "ada"))).0.id
                let term = try #require(await first.term)
                let alert = try alert(">80000", "")
                let identity = try await store.alerts().store
                let mutation = NumberedMutation(number: 1, mutation: .add(alert))
                _ = try await store.settle([.mutate(ada, ClientID(high: 1, low: 1), identity, mutation)], keeping: [])
                #expect(try await store.changedAlerts(in: term + 1).isEmpty)
                let armed = AlertChange(alert: alert.id, arming: alert.arming, step: .armed(.now))
                let answers = try await store.settle([.alerts(ada, identity, [armed], term: term + 1)], keeping: [])
                #expect(answers.answers == [.notLeading])
            }
        }

        /// By the row, the second node follows the third, which follows the second because it was told to.
        @Test(arguments: [
            ("clock_timestamp() + interval '5 seconds'", 0 as UInt32), ("clock_timestamp() + interval '5 seconds'", 1),
            ("'infinity'", 0),
        ])
        func aRingMadeByAWrongLeaseRowDissolves(lapses: String, raise: UInt32) async throws {
            try await TestFleet.withThreeNodes(isChain: true) { fleet, first, second, third in
                let nodes = [first, second, third]
                let terminals = nodes.map { $0.terminal() }
                try await running(terminals) {
                    for terminal in terminals { await terminal.untilReady() }
                    try await until { await isFollowed(first, by: [second, third]) }
                    try await second.server.resources.store.write { db in
                        let holder = String(repeating: "07", count: 16)
                        try db.perform(
                            """
                            UPDATE lease SET holder = '\\x\(holder)', address = ?, term = term + ?, lapses = \(lapses)
                            """,
                            [.text(third.address.address), .int(Int64(raise))]
                        )
                    }
                    // Nobody follows a node whose market has a lower term than the row.
                    if lapses != "'infinity'", raise == 0 {
                        try await until {
                            let (one, other) = (await second.fleet.status, await third.fleet.status)
                            return one.follows == third.address.address
                                && other.follows == second.address.address
                        }
                    }
                    let (leader, hub) = try await fleet.leader(
                        of: nodes,
                        where: { $0 > 1 + raise },
                        patience: .init(seconds: 0, secondsWithoutCoins: 60)
                    )
                    let others = nodes.filter { $0.address != leader.address }
                    try await until { await isFollowed(leader, by: others) }
                    try await hub.tick("65001.5")
                    let wanted = await hub.state
                    for terminal in terminals { await terminal.until { $0.table.sequence >= wanted.sequence } }
                }
            }
        }

        /// Whether the leader's beats reach these nodes.
        private func isFollowed(_ leader: TestFleet.Node, by others: [TestFleet.Node]) async -> Bool {
            let id = await leader.fleet.status.node
            for node in others {
                let status = await node.fleet.status
                guard status.path.first == id, status.lagMilliseconds ?? .max < 3_000 else { return false }
            }
            return true
        }

        private func until(_ condition: () async throws -> Bool) async throws {
            while try await !condition() {
                try Task.checkCancellation()
                await Task.yield()
            }
        }

        @Test(arguments: [300, -300])
        func aClockThatIsWrongByMinutesIsReportedAndStopsNothing(seconds: Int) async throws {
            try await PostgresServer.running().withDatabase { database in
                try await TestFleet.with(sharing: database) { fleet in
                    let first = try await fleet.start(ahead: .seconds(seconds))
                    let (_, hub) = try await fleet.leader(of: [first])
                    let second = try await fleet.start()
                    let terminals = [first, second].map { $0.terminal() }
                    try await running(terminals) {
                        for terminal in terminals { await terminal.untilReady() }
                        terminals[0].add(CoinID(2))
                        await terminals[1].until { $0.favorites == [CoinID(2)] }
                        try await hub.tick("65001.5")
                        let wanted = await hub.state
                        await terminals[1].until { $0.table.sequence >= wanted.sequence }
                        let words =
                            "this machine's clock is 300 s \(seconds > 0 ? "ahead of" : "behind") the database's; "
                        try await until { await first.fleet.status.warning?.hasPrefix(words) == true }
                        #expect(await first.fleet.problem == nil)
                        #expect(await second.fleet.status.warning == nil)
                    }
                }
            }
        }

        /// The newer version adds a table, and knows one more kind of record.
        @Test func twoVersionsWorkSideBySideAndTheNewKindIsOfferedAfterwards() async throws {
            try await PostgresServer.running().withDatabase { database in
                try await TestFleet.with(sharing: database) { fleet in
                    let older = try await fleet.start()
                    _ = try await fleet.leader(of: [older])
                    let store = try await newerStore(on: database)
                    let newer = try await fleet.start(version: .init(store: store, records: store.limits.records))
                    let (here, there) = (older.terminal(), newer.terminal())
                    try await running([here, there]) {
                        for terminal in [here, there] { await terminal.untilReady() }
                        here.add(CoinID(2))
                        await there.until { $0.favorites == [CoinID(2)] }
                        there.add(CoinID(3))
                        await here.until { $0.favorites.count == 2 }
                        #expect(!here.isOfferedNotes && !there.isOfferedNotes)
                    }
                    try await fleet.stop(older)
                    _ = try await fleet.leader(of: [newer])
                    try await until {
                        // As the node does every ten seconds.
                        try await store.notePresence(of: [])
                        return store.kindsOfAllNodes.withLock { $0 }?.contains(RecordKind.note.number) == true
                    }
                    let late = newer.terminal()
                    try await running([late]) {
                        await late.untilReady()
                        #expect(late.isOfferedNotes && late.favorites.count == 2)
                    }
                }
            }
        }

        private func newerStore(on database: String) async throws -> PostgresUserStore {
            var limits = SessionLimits()
            limits.records = RecordRules(keeping: RecordKind.all + [.note])
            let more = PostgresSchema.Migration(name: "99 more", statements: ["CREATE TABLE more (id BIGINT)"])
            let store = try await PostgresUserStore.open(
                database,
                limits: limits,
                schema: PostgresSchema(migrations: PostgresTables.schema.migrations + [more]),
                now: { .now }
            )
            // As each node does before its first terminal connects.
            try await store.notePresence(of: [])
            return store
        }

        @Test func aServerThatIsNoNodeDoesNotStartBesideAFleet() async throws {
            try await PostgresServer.running().withDatabase { database in
                try await TestFleet.with(sharing: database) { fleet in
                    let first = try await fleet.start()
                    _ = try await fleet.leader(of: [first])
                    try await withTemporaryDirectory { directory in
                        var refusal: ServerError?
                        do {
                            try await withServer(in: directory, configure: { $0.store = database }) { _ in }
                        } catch let error as ServerError {
                            refusal = error
                        }
                        #expect(refusal == .fleetRuns(leader: first.address.address))
                    }
                }
            }
        }
    }

    extension TestTerminal {
        /// Whether the server said that it keeps notes.
        fileprivate var isOfferedNotes: Bool {
            frames.contains { frame in
                guard case .welcome(let welcome) = frame else { return false }
                return welcome.limits.records.limits(of: RecordKind.note.number) != nil
            }
        }

        /// The terms of all epochs that its node has told it, in that order.
        fileprivate var terms: [UInt32] {
            frames.compactMap { frame -> UInt32? in
                switch frame {
                case .welcome(let welcome): welcome.epoch.term
                case .snapshotPart(let part): part.epoch.term
                case .newEpoch(let news): news.epoch.term
                default: nil
                }
            }
        }
    }
#endif
