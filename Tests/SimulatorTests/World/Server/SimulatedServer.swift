import NIOCore
import Shared
import TestSupport

@testable import PushServer

/// One life of the server process: its rules without sockets, threads and clocks. The database outlives it.
@MainActor
final class SimulatedServer {
    /// The outcome of a batch of users' events.
    enum Settling: CaseIterable {
        case stored
        case diskFull
        case killedBeforeCommit
        case killedAfterCommit
    }

    let terms: ServerTerms
    let lineage: MarketLineage
    /// A diff of more rows counts as larger than a frame.
    private let diffRowsMax: Int
    let door: SimulatedDoor
    let candles: CandleCounter
    let alerts: SimulatedAlerts
    let posts: SimulatedPosts
    private(set) var market: MarketHubRules
    /// It gets no prices. With these random ones, hardly any pair would match a coin.
    private var directory: CoinDirectory
    private var symbols: SymbolMap?
    private var witness = PriceWitness()
    private(set) var rates: RateHubRules
    let shards: [SimulatedShard]
    private(set) var ends: [SimulatedConnection] = []
    /// Actions that connections have decided and nobody has performed yet.
    var actions = Actions()
    private var isPerforming = false
    private(set) var absences: [Presence.Absence] = []
    private var users: UserHubRules
    private var pendingUses = PendingUses()
    /// Terminals that the hub knows to be signed out.
    private var signedOut: Set<ConnectionID> = []
    private let mailbox = Mailbox<UserHub.Event>()
    private var waiting: [UserHub.Event] = []
    private let world: Simulation
    private var lastEnd: UInt64 = 0

    init(_ world: Simulation, epoch: MarketEpoch, market: MarketHubRules) {
        (self.world, self.market, diffRowsMax) = (world, market, world.diffRowsMax)
        directory = CoinDirectory(continuing: market.table)
        terms = ServerTerms(limits: world.limits, offers: .test)
        lineage = .alone(epoch)
        shards = (0..<2).map { _ in SimulatedShard(market.table) }
        users = UserHubRules(connectionsMax: world.connectionsMax, changesPerSecond: 0)
        rates = RateHubRules(sources: SimulatedProviders.rateSources, kept: world.keptRates)
        alerts = SimulatedAlerts(market: market.table, database: world.database, users: mailbox)
        posts = SimulatedPosts(world, users: mailbox)
        candles = CandleCounter(market: market.table, sources: terms.offers.klineSources, story: world.story)
        if let kept = rates.shown { alerts.mailbox.post(.ratesChanged(kept)) }
        door = SimulatedDoor(world.database) { [unowned world] in
            world.newToken()
        } signedOut: { [mailbox] devices in
            mailbox.post(.signedOut(devices))
        }
    }

    var limits: SessionLimits { terms.limits }
    var epoch: MarketEpoch { lineage.epoch }
    var uptime: NIODeadline { world.uptime }
    var hasEvents: Bool {
        waiting += mailbox.takeAll()
        return !waiting.isEmpty
    }
    /// Terminals that are signed in.
    var terminals: [UserConnection] { users.allConnections }
    /// Of terminals that are signed in, or have been let in and wait for the user hub.
    var tokenUses: [TokenUse] { terminals.map(\.use) + ends.filter { !$0.hasEnded }.compactMap(\.newcomerUse) }

    /// A terminal's table of its user differed from the server's.
    func tableDiffered() throws { try world.tableDiffered() }

    var hasNotes: Bool { !pendingUses.isEmpty }

    func used(_ token: TokenHash) { world.used(token) }

    func gaveToken(_ signIn: Accounts.SignIn) {
        if let new = signIn.newToken { world.gave(new.hash, for: signIn.tokenHash) }
    }

    func post(_ event: UserHub.Event) { mailbox.post(event) }

    // MARK: Connections

    func accept(_ wire: Wire, from address: String, shard: Int) throws {
        lastEnd += 1
        let id = ConnectionID(rawValue: lastEnd)
        let end = SimulatedConnection(id: id, wire: wire, address: address, shard: shards[shard], server: self)
        ends.append(end)
        shards[shard].add(end)
        try end.secured()
    }

    /// Connections that wait for an answer stay until it has come.
    func removeEnded() { ends.removeAll { $0.hasEnded && $0.questions.isEmpty } }

    /// Performs actions as an event loop does.
    func performActions() throws {
        if isPerforming { return }
        isPerforming = true
        defer { isPerforming = false }
        while let (id, action) = actions.popFirst() { try ends.first { $0.id == id }?.perform(action) }
    }

    func timePassed() throws {
        for end in ends { try end.timePassed() }
    }

    // MARK: Market

    func take(_ news: SimulatedProviders.News, at time: MarketTime) throws {
        switch news {
        case .listing(let listing):
            var merge = market.begin(listing, "listing", now: time)
            repeat { publish(market.proceed(&merge, "listing", rows: 4, now: time)) } while !merge.isOver
            witness.heard(listing)
            directory.take(listing, at: time) { market.isDelisted($0) }
            match(at: time)
        case .tickers(let board, let exchange):
            let poll = publish(market.arrived(board, exchange, now: time))
            if let source = terms.offers.klineSources.first(where: { $0.title == exchange }) {
                judge(board, of: source, by: poll)
            }
        case .failure(let kind, let error): publish(market.failed(kind, error, retryAt: time, now: time))
        case .symbols(let lists):
            for (provider, list) in lists.sorted(by: { $0.key < $1.key }) {
                directory.take(list, of: provider)
                publish(market.answered(MarketSource.Name(.symbols, of: provider), now: time))
            }
            match(at: time)
        case .rates(let table): if rates.arrived(table, at: time) { try showRates() }
        case .noRates: if rates.timePassed(to: time) { try showRates() }
        }
    }

    /// Matches the coins with the symbols, as the market hub does after each listing and each list of symbols.
    private func match(at time: MarketTime) {
        let matching = directory.matching(
            proved: { market.provedPairs(of: $0) },
            judgingAge: market.judgingAge,
            now: time
        )
        guard let pairs = matching?.symbols else { return }
        symbols = pairs
        witness.matched(pairs)
        for exchange in SimulatedProviders.exchanges { publish(market.assign(pairs, of: exchange, now: time)) }
        candles.mailbox.post(.pairsChanged(pairs, lacking: [:]))
    }

    private func showRates() throws {
        guard let shown = rates.shown else { return }
        world.keptRates = shown
        alerts.mailbox.post(.ratesChanged(shown))
        for end in ends { try end.ratesChanged() }
    }

    @discardableResult
    private func publish(_ diff: MarketDiff?) -> MarketPoll? {
        let poll = market.takePoll()
        if diff != nil || poll != nil { alerts.mailbox.post(.ticked(diff, poll)) }
        if let diff {
            world.log.note(market.table, epoch: epoch)
            for shard in shards { shard.hand(diff) }
            candles.mailbox.post(.ticked(diff))
        }
        for moves in market.takeMoves() { candles.mailbox.post(.moved(moves)) }
        return poll
    }

    /// Whether the market holds back a pair's last price, so that candles do not follow it.
    func doubts(_ symbol: String, at source: KlineSource) -> Bool { witness.doubts(symbol, at: source) }

    private func judge(_ board: TickerBoard, of source: KlineSource, by poll: MarketPoll?) {
        let prices = Dictionary(board.tickers.map { ($0.pair, $0.close.approximate) }) { $1 }
        for row in 0..<market.table.count {
            let coin = market.table[row].instrument.coin
            guard let symbol = symbols?.symbol(of: coin, at: source), let price = prices[symbol] else { continue }
            let isTaken = poll?.hasHeard(row) == true
            witness.heard(price, of: coin, symbol, at: source, isTaken: isTaken, isDelisted: market.isDelisted(coin))
        }
    }

    func isTooLarge(_ frame: ServerFrame) -> Bool {
        if case .marketDiff(let diff) = frame { diff.changes.rows.count > diffRowsMax } else { false }
    }

    // MARK: Users

    /// Takes all waiting events, as the hub does.
    /// - Returns: false if the process did not survive.
    func settle(_ how: Settling, at time: MarketTime) throws -> Bool {
        guard hasEvents else { return true }
        let events = waiting
        waiting = []
        var reading = UserHubRules.Reading()
        var work: [(event: UserHub.Event, request: UserRequest)] = []
        for event in events {
            switch event {
            case .signedOut(let devices): noteSignedOut(devices)
            case .joined(let terminal): ends.first { $0.id == terminal.id }?.userHubKnows()
            default: break
            }
            switch users.received(event) {
            case .nothing: break
            case .welcome(let terminal): reading.arrivals.append(terminal)
            case .showTable(let terminal): reading.readers.append(terminal)
            case .settle(let request):
                try check(event)
                work.append((event, request))
            case .startGrace(let absence): absences.append(absence)
            }
        }
        try read(for: reading, at: time)
        if how == .killedBeforeCommit { return false }
        if !work.isEmpty, try !settle(work, how, at: time) { return false }
        for event in events { try signOut(event, at: time) }
        return true
    }

    /// Answers terminals, whether or not anything can be stored.
    private func read(for reading: UserHubRules.Reading, at time: MarketTime) throws {
        let answers = try world.database.join(reading.connections.map(\.joining), limits: limits, time: time)
        for (terminal, joined) in zip(reading.arrivals, answers) {
            if let joined { try world.ledger.compare(joined.table, terminal.account.id) }
            if joined?.isUseDue == true { pendingUses.add(terminal.use) }
        }
        users.answer(reading, answers)
    }

    private func settle(
        _ work: [(event: UserHub.Event, request: UserRequest)],
        _ how: Settling,
        at time: MarketTime
    ) throws -> Bool {
        do {
            let requests = work.map(\.request)
            let (answers, _) = try world.database.settle(
                requests,
                keeping: users.clients(besideNewcomersIn: requests),
                limits: limits,
                time: time,
                fails: how == .diskFull
            )
            try world.ledger.committed(requests, answers, at: time)
            if how == .killedAfterCommit { return false }
            users.publish(answers, to: work.map(\.event))
            for (account, stored) in answers.alerts { alerts.mailbox.post(.changed(account, stored)) }
        } catch is SimulatedDatabase.DiskFull {
            absences += work.compactMap { users.refuse($0.event, because: "The disk is full.") }
        }
        return true
    }

    private func noteSignedOut(_ devices: Set<DeviceID>) {
        signedOut.formUnion(terminals.filter { devices.contains($0.device) }.map(\.id))
    }

    /// A request of a device that was signed out must not be performed.
    private func check(_ event: UserHub.Event) throws {
        guard case .mutated(let terminal, _, _) = event, signedOut.contains(terminal.id) else { return }
        throw Violation("a change of device \(terminal.device.rawValue) was taken after it was signed out")
    }

    private func signOut(_ event: UserHub.Event, at time: MarketTime) throws {
        switch event {
        case .loggedOut(let terminal):
            _ = try world.database.devices(at: time) { try $0.revoke(terminal.device, of: terminal.account.id) }
            noteSignedOut([terminal.device])
            users.dismiss(.signedOut) { $0.device == terminal.device }
        case .tokenLost(let token): try world.database.devices(at: time) { try $0.forget(token) }
        default: break
        }
    }

    /// Another process has written to the database.
    func look(isRestored: Bool, at time: MarketTime) throws {
        if isRestored {
            alerts.mailbox.post(.restored)
            return users.dismiss(.restored) { _ in true }
        }
        let gone = try world.database.devices(at: time) { rows in
            try Set(terminals.map(\.device)).filter { try !rows.exists($0) }
        }
        noteSignedOut(gone)
        users.dismiss(.signedOut) { gone.contains($0.device) }
    }

    /// Notes uses of tokens, as the hub does about once a second.
    func noteUses(at time: MarketTime) throws {
        let uses = pendingUses.takeAll()
        try world.database.devices(at: time) { rows in for use in uses { try rows.touch(use) } }
    }

    func endGrace(_ index: Int) { post(.graceEnded(absences.remove(at: index))) }

    // MARK: Its end

    /// Everybody is told to come back.
    func sayGoodbye() throws {
        for end in ends { try end.close(Close(.goingAway, "Restart.")) }
        for end in ends { try end.end() }
    }
}
