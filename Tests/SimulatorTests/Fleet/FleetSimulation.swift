import NIOCore
import Shared
import TestSupport

@testable import PushServer

/// Three nodes, the lease, and terminals that move among them, in a history from a seed. It has partitions, pauses,
/// kills, lost answers of the database, cut connections, diffs with wrong hashes, and clients that do not read.
@MainActor
final class FleetSimulation {
    private var random: SeededGenerator
    private(set) var time = Duration.zero
    private var members: [FleetMember] = []
    private var terminals: [FleetTerminal] = []
    private var cutPairs: Set<[Int]> = []
    private var cutFromDatabase: Set<Int> = []
    private var row: (holder: LeaseHolder, term: UInt32, end: Duration)?
    private var hashes: [MarketPosition: UInt64] = [:]
    private var lastCoin: UInt32 = 0
    private var lastProcess: UInt64 = 0
    private var lastLink: UInt64 = 0
    private var isResting = false
    private let terms = ServerTerms(limits: .patient, offers: .test)
    /// How many epochs began.
    private(set) var epochs = 0

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        members = (0..<3).map { FleetMember($0, self) }
        terminals = (0..<4).map { FleetTerminal("terminal \($0)", self) }
    }

    var marketTime: MarketTime { MarketTime(milliseconds: 1_733_918_400_000 + Int64(time / .milliseconds(1))) }
    private var uptime: NIODeadline { .uptimeNanoseconds(0) + .milliseconds(Int64(time / .milliseconds(1))) }

    // MARK: The database

    func newProcess() -> NodeID {
        lastProcess += 1
        return NodeID(high: 0, low: lastProcess)
    }

    func newEpoch(_ term: UInt32) -> MarketEpoch {
        epochs += 1
        return MarketEpoch(term: term, using: &random)
    }

    func member(at address: NodeAddress) -> FleetMember? { members.first { $0.address == address } }
    func reaches(_ one: FleetMember, _ other: FleetMember) -> Bool {
        !cutPairs.contains([one.number, other.number].sorted())
    }
    func reachesDatabase(_ member: FleetMember) -> Bool { !cutFromDatabase.contains(member.number) }

    /// Performs a request as the database does.
    func perform(_ request: LeaseRules.Request, _ own: LeaseHolder) -> Lease? {
        switch request {
        case .look: break
        case .take(let heard):
            if row.map({ $0.end <= time }) ?? true {
                row = (own, max(heard, row?.term ?? 0) + 1, time + LeaseRules.duration)
            }
        case .renew(let term):
            if let row, row.holder == own, row.term == term { self.row?.end = time + LeaseRules.duration }
        }
        return row.map { Lease(holder: $0.holder, term: $0.term, left: $0.end - time) }
    }

    func connect(to node: FleetMember, from client: FleetMember?, _ hello: Hello) -> SimulatedLink {
        lastLink += 1
        let link = SimulatedLink(node, client: client, id: ConnectionID(rawValue: lastLink), terms: terms, now: uptime)
        link.decide { $0.secured(into: &$1) }
        link.hello(hello)
        node.links.append(link)
        return link
    }

    // MARK: The market

    /// Some prices change, and sometimes a coin is listed.
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

    func note(_ table: MarketTable, in epoch: MarketEpoch) {
        hashes[MarketPosition(epoch: epoch, sequence: table.sequence)] = table.hash
    }

    /// After a diff, a table equals the leader's at that position.
    func check(_ follower: MarketFollower, of name: String) throws {
        guard let position = follower.position, let hash = hashes[position] else { return }
        if follower.replica.hash != hash { throw Violation("\(name) has another market at \(position.sequence)") }
    }

    // MARK: History

    func run(steps: Int) throws {
        for _ in 0..<steps {
            try happen()
            try pass(.milliseconds(Int64.random(in: 5...300, using: &random)))
        }
        try comeToRest()
    }

    private func pass(_ duration: Duration) throws {
        let before = time / .seconds(1)
        time += duration
        for member in members where !member.isPaused { try member.step() }
        guard Int(before) != Int(time / .seconds(1)) else { return }
        for member in members where !member.isPaused {
            for link in member.links {
                link.decide { [uptime, sequence = member.table.sequence] in
                    $0.timePassed(to: uptime, sequence: sequence, into: &$1)
                }
            }
        }
    }

    private func happen() throws {
        guard let member = members.randomElement(using: &random), let other = members.randomElement(using: &random)
        else {
            return
        }
        switch Int.random(in: 0..<40, using: &random) {
        case 0: cutPairs.insert([member.number, other.number].sorted())
        case 1: cutPairs = []
        case 2: cutFromDatabase.insert(member.number)
        case 3: cutFromDatabase = []
        case 4: member.isPaused = true
        case 5: for member in members { member.isPaused = false }
        case 6: member.restart()
        case 7: member.links.randomElement(using: &random)?.cut(keeping: Int.random(in: 0...3, using: &random))
        case 8: row?.end = time
        default: break
        }
        for pair in cutPairs where pair[0] != pair[1] {
            for link in members.flatMap(\.links) {
                if let client = link.client, [client.number, link.server.number].sorted() == pair {
                    link.cut(keeping: 0)
                }
            }
        }
        for _ in 0..<Int.random(in: 1...20, using: &random) { try moveOnce() }
    }

    private func moveOnce() throws {
        guard let member = members.randomElement(using: &random), let terminal = terminals.randomElement(using: &random)
        else {
            return
        }
        switch Int.random(in: 0..<8, using: &random) {
        case 0 where !member.isPaused: try member.askDatabase(answers: Int.random(in: 0..<10, using: &random) > 0)
        case 1 where !member.isPaused: try member.hearNews()
        case 2, 3: if !member.isPaused { try member.readParent() }
        case 4: if terminal.link == nil { terminal.connect(to: member) }
        case 5, 6: _ = try terminal.read()
        default: serve(member)
        }
    }

    /// A node reads its clients' frames, and the kernel takes more.
    private func serve(_ member: FleetMember) {
        if member.isPaused { return }
        for link in member.links {
            link.serverReads(at: uptime)
            link.flush()
        }
        member.links.removeAll { $0.hasEnded }
    }

    // MARK: Rest

    /// Faults end. One node leads, and everybody has its market.
    private func comeToRest() throws {
        (cutPairs, cutFromDatabase, isResting) = ([], [], true)
        for member in members { member.isPaused = false }
        for _ in 0..<400 {
            try pass(.milliseconds(100))
            for member in members {
                try member.askDatabase(answers: true)
                serve(member)
                for _ in 0..<20 { try member.readParent() }
            }
            for terminal in terminals {
                if terminal.link == nil, let member = members.randomElement(using: &random) {
                    terminal.connect(to: member)
                }
                for _ in 0..<20 where try !terminal.read() { break }
            }
            if Int.random(in: 0..<3, using: &random) == 0 { for member in members { try member.hearNews() } }
        }
        for _ in 0..<60 {
            try pass(.milliseconds(10))
            for member in members {
                serve(member)
                for _ in 0..<20 { try member.readParent() }
            }
            for terminal in terminals { for _ in 0..<20 where try !terminal.read() { break } }
        }
        try checkRest()
    }

    private func checkRest() throws {
        let leaders = members.filter { $0.leading != nil }
        guard leaders.count == 1, let leader = leaders.first else {
            throw Violation("\(leaders.count) nodes lead at rest")
        }
        for member in members
        where member.lineage.epoch != leader.lineage.epoch || member.table.hash != leader.table.hash {
            throw Violation("node \(member.number) has another market than node \(leader.number) at rest")
        }
        let position = MarketPosition(epoch: leader.lineage.epoch, sequence: leader.table.sequence)
        for terminal in terminals {
            guard terminal.follower.position == position, terminal.follower.replica.hash == leader.table.hash else {
                throw Violation("\(terminal.name) has another market than the leader at rest")
            }
        }
    }
}

extension SessionLimits {
    /// Limits with which no connection counts as silent.
    fileprivate static var patient: SessionLimits {
        var limits = SessionLimits()
        (limits.heartbeat, limits.silence) = (.seconds(1_000_000), .seconds(2_000_000))
        return limits
    }
}
