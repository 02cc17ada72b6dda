import MockMarket
import NIOCore
import Shared

@testable import PushServer
@testable import TerminalClient

/// Three nodes, their database and its lease, users, and terminals that move among the nodes, in a history from a seed.
/// There are partitions, pauses, kills, transactions that fail or whose outcome no node hears, lost hints, cut
/// connections, diffs with wrong hashes, clients that do not read, and users who are away for minutes.
@MainActor
final class FleetSimulation {
    let store: SharedStore
    let crowd: Crowd
    let story = Story()
    let log = MarketLog()
    var random: SeededGenerator
    var generator = MutationGenerator()
    private(set) var time = Duration.zero
    private(set) var members: [FleetMember] = []
    var isResting = false
    /// Whether nodes compare their tables with the database each second. If not, they have only hints.
    var isComparing = true
    /// The names of terminals that must not connect.
    var offline: Set<String> = []
    var positions: [String: PositionRules] = [:]
    private let terms: FleetTerms
    /// How many of 100 questions to the database fail.
    private let storeFaults: Int
    private var cutPairs: Set<[Int]> = []
    private var cutFromDatabase: Set<Int> = []
    private var row: (holder: LeaseHolder, term: UInt32, end: Duration)?
    private var lastCoin: UInt32 = 0
    private var lastProcess: UInt64 = 0
    private var lastLink: UInt64 = 0
    /// How many epochs began.
    private(set) var epochs = 0

    init(seed: UInt64, database: SimulatedDatabase) throws {
        var random = SeededGenerator(seed: seed)
        var limits = SessionLimits()
        limits.records = .few(in: seed, &random)
        limits.mutationsInFlight = Int.random(in: 1...6, using: &random)
        terms = FleetTerms(limits)
        storeFaults = [0, 5, 40].randomElement(using: &random) ?? 0
        let users = try database.reset(users: Int.random(in: 1...2, using: &random)).map { account in
            SimulatedUser(account, password: SimulatedDatabase.firstPassword, machines: 2)
        }
        store = try SharedStore(database, limits)
        crowd = Crowd(users, isEncoded: false, story: story, log: log)
        self.random = random
        store.usersElsewhere = { [unowned self] in self.users(elsewhereThan: $0) }
        store.term = { [unowned self] in row.flatMap { $0.end > time ? $0.term : nil } }
        members = (0..<3).map { FleetMember($0, self) }
        for _ in 0..<Int.random(in: 3...5, using: &self.random) { crowd.start(&self.random) }
    }

    var marketTime: MarketTime { MarketTime(milliseconds: 1_733_918_400_000 + Int64(time / .milliseconds(1))) }
    var uptime: NIODeadline { .uptimeNanoseconds(0) + .milliseconds(Int64(time / .milliseconds(1))) }

    // MARK: Nodes

    func newProcess() -> NodeID {
        lastProcess += 1
        return NodeID(high: 0, low: lastProcess)
    }

    func newEpoch(_ term: UInt32) -> MarketEpoch {
        epochs += 1
        return MarketEpoch(term: term, using: &random)
    }

    func newToken() -> AccessToken {
        AccessToken(bytes: (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) })
    }

    func member(at address: NodeAddress) -> FleetMember? { members.first { $0.address == address } }
    func reaches(_ one: FleetMember, _ other: FleetMember) -> Bool { reaches(one.number, other.number) }
    private func reaches(_ one: Int, _ other: Int) -> Bool { !cutPairs.contains([one, other].sorted()) }
    func reachesDatabase(_ member: FleetMember) -> Bool { !cutFromDatabase.contains(member.number) }

    /// The users with a terminal at another node than this one.
    private func users(elsewhereThan process: NodeID) -> Set<AccountID> {
        let links = members.filter { $0.process != process }.flatMap(\.links)
        let terminals = crowd.terminals.filter { terminal in
            terminal.isLive && links.contains { $0.wire === terminal.wire && !$0.wire.isCut }
        }
        return Set(terminals.map(\.user.account.id))
    }

    private func restart(_ member: FleetMember) {
        story.note("node \(member.number) restarts")
        member.end(leaving: .random(using: &random))
        members[member.number] = FleetMember(member.number, self)
    }

    /// Performs a request for the lease as the database does. Taking it waits for leaders' transactions.
    func perform(_ request: LeaseRules.Request, _ own: LeaseHolder) throws -> Lease? {
        switch request {
        case .look: break
        case .take(let heard):
            try store.endAbandoned(at: marketTime)
            if row.map({ $0.end <= time }) ?? true {
                row = (own, max(heard, row?.term ?? 0) + 1, time + LeaseRules.duration)
            }
        case .renew(let term):
            if let row, row.holder == own, row.term == term { self.row?.end = time + LeaseRules.duration }
        case .release(let term):
            if let row, row.holder == own, row.term == term { self.row?.end = time }
        }
        return row.map { Lease(holder: $0.holder, term: $0.term, left: $0.end - time) }
    }

    /// What becomes of a node's question to the database.
    func commitFate(of member: FleetMember) -> CommitFate {
        let isFailing = Int.random(in: 0..<100, using: &random) < storeFaults
        if isResting || reachesDatabase(member) && !isFailing { return .committed }
        let fates: [CommitFate] = [.refused, .committedUnheard, .lostUnheard, .committedLater]
        return fates.randomElement(using: &random) ?? .refused
    }

    // MARK: Connections

    func connect(_ client: FleetMember, to node: FleetMember, _ hello: Hello) throws -> Wire {
        let wire = Wire(capacity: 3, isEncoded: false)
        wire.put(.hello(hello))
        try accept(wire, from: .node(number: client.number, process: client.process), at: node, terms.nodes)
        return wire
    }

    func connect(_ terminal: SimulatedTerminal, to node: FleetMember) throws {
        story.note("\(terminal.name) connects to node \(node.number)")
        let wire = try crowd.connect(terminal, at: uptime, &random)
        try accept(wire, from: .terminal(address: terminal.profile.address), at: node, terms.terminals)
    }

    private func accept(
        _ wire: Wire,
        from peer: SimulatedLink.Peer,
        at node: FleetMember,
        _ terms: ServerTerms
    ) throws {
        lastLink += 1
        let link = SimulatedLink(ConnectionID(rawValue: lastLink), wire, from: peer, to: node, terms: terms)
        node.links.append(link)
        try link.decide { $0.secured(into: &$1) }
    }

    private func cutPartedConnections() {
        for member in members {
            for link in member.links {
                guard case .node(let number, _) = link.peer, !reaches(number, member.number) else { continue }
                link.wire.cut(toClient: 0, toServer: Int.random(in: 0...3, using: &random))
            }
        }
    }

    // MARK: The market

    /// A price changes, or a coin is listed.
    func news(for table: inout MarketTable) -> MarketDiff? {
        var changes = MarketChanges()
        let count = table.count
        if count < 3 || Int.random(in: 0..<12, using: &random) == 0 {
            lastCoin += 1
            let instrument = Instrument(coin: CoinID(lastCoin), symbol: "C", name: "Coin", kind: .coin)
            changes.instruments.append(instrument, row: count)
            changes.prices.append(1, row: count)
        } else {
            let row = Int.random(in: 0..<count, using: &random)
            changes.prices.append(UInt64.random(in: 1...3, using: &random), row: row)
        }
        return table.commit(changes, time: marketTime, withHash: Bool.random(using: &random))
    }

    /// Now and then a node gets a wrong hash from another one.
    func harms(_ diff: inout MarketDiff) -> Bool {
        if isResting || diff.hashes.isEmpty || Int.random(in: 0..<60, using: &random) > 0 { return false }
        diff.hashes[0] &+= 1
        return true
    }

    // MARK: History

    func run(steps: Int) throws {
        let favoritesPass = Bool.random(using: &random)
        if favoritesPass {
            for terminal in crowd.terminals { try terminal.mutate(.set(Settings.keepFavorites, to: false)) }
        }
        // Minutes pass in most histories in which an absence has consequences, and in few others.
        let pause = Int.random(in: 0..<(favoritesPass ? 5 * steps / 4 : 8 * steps), using: &random)
        for step in 0..<steps {
            if step == pause { try passMinutes() }
            try happen()
            for _ in 0..<Int.random(in: 1...28, using: &random) { try moveOnce() }
            try pass(.milliseconds(Int64.random(in: 5...300, using: &random)))
        }
        try rest()
    }

    func pass(_ duration: Duration) throws {
        let before = Int(time / .seconds(1))
        time += duration
        for member in members where !member.isPaused { try member.step() }
        for terminal in crowd.terminals { try terminal.timePassed(to: uptime) }
        guard before != Int(time / .seconds(1)) else { return }
        for member in members where !member.isPaused {
            if isComparing { member.hub.mailbox.post(.lookDue) }
            for link in member.links { try link.timePassed() }
        }
    }

    /// From now on, all nodes run, and reach one another and the database.
    func endOutages() {
        (cutPairs, cutFromDatabase) = ([], [])
        for member in members { member.isPaused = false }
    }

    /// Ends all faults.
    func endFaults() throws {
        endOutages()
        (offline, isResting) = ([], true)
        crowd.adoptOrphans(&random)
        crowd.endFaults()
        try store.endAbandoned(at: marketTime)
    }

    private func happen() throws {
        guard let member = members.randomElement(using: &random), let other = members.randomElement(using: &random)
        else { return }
        switch Int.random(in: 0..<40, using: &random) {
        case 0: cutPairs.insert([member.number, other.number].sorted())
        case 1: cutPairs = []
        case 2: cutFromDatabase.insert(member.number)
        case 3: cutFromDatabase = []
        case 4: member.isPaused = true
        case 5: for member in members { member.isPaused = false }
        case 6: restart(member)
        case 7:
            let kept = Int.random(in: 0...3, using: &random)
            member.links.randomElement(using: &random)?.wire.cut(toClient: kept, toServer: 3 - kept)
        case 8: row?.end = time
        case 9: try store.endAbandoned(at: marketTime)
        case 10..<28: try userActs(at: member)
        default: break
        }
        cutPartedConnections()
    }

    private func moveOnce() throws {
        guard let member = members.randomElement(using: &random),
            let terminal = crowd.terminals.randomElement(using: &random)
        else { return }
        switch Int.random(in: 0..<14, using: &random) {
        case 0 where !member.isPaused: try member.askDatabase(answers: Int.random(in: 0..<10, using: &random) > 0)
        case 1 where !member.isPaused: try member.hearPrices(isNew: Int.random(in: 0..<4, using: &random) > 0)
        case 2, 3: if !member.isPaused { try member.readParent() }
        case 4, 5, 6: try move(terminal, to: member)
        case 7, 8, 9: try moveHub(of: member)
        case 10 where !member.isPaused: try member.evaluateAlerts()
        default: if !member.isPaused { try serve(member) }
        }
    }
}
