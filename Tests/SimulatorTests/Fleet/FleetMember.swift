import NIOCore
import Shared
import TestSupport

@testable import PushServer

/// A node without sockets, threads and clocks: the values that `FleetNode`, `FollowHub` and the shards drive.
@MainActor
final class FleetMember {
    let number: Int
    private(set) var process: NodeID
    private(set) var lease: LeaseRules
    private(set) var follower: FollowerRules
    private var market = FollowedMarket()
    /// The term in which it leads.
    private(set) var leading: UInt32?
    /// The market that its clients get.
    private(set) var table = MarketTable()
    private(set) var lineage = MarketLineage.none
    /// Connections at which it is the server.
    var links: [SimulatedLink] = []
    /// The connection to the node that it follows.
    var parent: SimulatedLink?
    private var beatSent = Duration.zero
    /// Whether the frame that it reads has a wrong hash.
    private var isHarmed = false
    /// Whether it does nothing for a while, like a stopped process.
    var isPaused = false
    private unowned let world: FleetSimulation

    init(_ number: Int, _ world: FleetSimulation) {
        (self.number, self.world) = (number, world)
        process = world.newProcess()
        let holder = LeaseHolder.simulated(process, number)
        lease = LeaseRules(own: holder)
        follower = FollowerRules(own: process)
    }

    var address: NodeAddress { NodeAddress(address: "\(number)", pin: .simulated) }

    /// Restarts the process. Its connections are gone.
    func restart() {
        for link in links { link.cut(keeping: link.toClient.count) }
        parent?.cut(keeping: 0)
        (links, parent, leading, market) = ([], nil, nil, FollowedMarket())
        (table, lineage, beatSent) = (MarketTable(), .none, .zero)
        process = world.newProcess()
        lease = LeaseRules(own: .simulated(process, number))
        follower = FollowerRules(own: process)
    }

    // MARK: Election

    /// - Parameter answers: whether the database's answer arrives.
    func askDatabase(answers: Bool) throws {
        let now = world.time
        guard let request = lease.request(at: now) else { return }
        guard world.reachesDatabase(self) else { return lease.failed() }
        let answer = world.perform(request, lease.own)
        if answers {
            lease.answered(answer, sent: now)
            follower.found(answer)
        } else {
            lease.failed()
        }
        try changeRole()
    }

    func heard(_ term: UInt32) {
        lease.heard(term)
        follower.heard(term)
    }

    func changeRole() throws {
        if lease.leading == leading { return }
        if leading != nil { market = FollowedMarket(table, lineage) }
        leading = lease.leading
        guard let leading else { return }
        endFollowing(nil)
        let epoch = world.newEpoch(leading)
        let succession = Succession(of: market, in: epoch, MarketHubRules.Plan(), now: world.marketTime)
        if let first = succession.first {
            try enter(succession.lineage, first)
        } else {
            replace(by: succession.rules.table, in: succession.lineage)
        }
        world.note(table, in: epoch)
    }

    /// The leader gets news from its providers.
    func hearNews() throws {
        guard leading != nil, let diff = world.news(for: &table) else { return }
        world.note(table, in: lineage.epoch)
        _ = diff
        for link in links { link.serveMarket() }
    }

    // MARK: The clients here

    private func enter(_ lineage: MarketLineage, _ diff: MarketDiff) throws {
        let old = self.lineage.epoch
        self.lineage = lineage
        for link in links {
            link.decide { [sequence = table.sequence] in $0.entered(lineage, from: old, at: sequence, into: &$1) }
        }
        try deliver(diff)
    }

    private func deliver(_ diff: MarketDiff) throws {
        try table.apply(diff)
        for link in links { link.serveMarket() }
    }

    private func replace(by table: MarketTable, in lineage: MarketLineage) {
        let old = self.lineage.epoch
        (self.table, self.lineage) = (table, lineage)
        for link in links { link.decide { $0.entered(lineage, from: old, at: table.sequence, into: &$1) } }
        for link in links { link.decide { $0.marketReplaced(into: &$1) } }
    }

    // MARK: Following

    func step() throws {
        try changeRole()
        let now = world.time
        if leading != nil {
            guard now >= beatSent + .seconds(1), let leading else { return }
            beatSent = now
            tellBeat(Beat(term: leading, path: [process]))
        } else if let departure = follower.timePassed(to: now), parent != nil {
            endFollowing(departure)
        } else if parent == nil, let address = follower.nextParent(at: now) {
            connect(to: address)
        }
    }

    private func tellBeat(_ beat: Beat) {
        for link in links where link.client != nil { link.decide { $0.received(.beat(beat), into: &$1) } }
    }

    private func connect(to address: NodeAddress) {
        guard let other = world.member(at: address), world.reaches(self, other), other !== self else {
            return follower.lost(address, nil, at: world.time)
        }
        market.connected()
        var hello = Hello.simulatedNode
        hello.credentials = .node(secret: [], term: max(lease.heard, follower.heard))
        hello.resume = market.position
        parent = world.connect(to: other, from: self, hello)
    }

    func endFollowing(_ departure: FollowerRules.Departure?) {
        guard let parent else { return }
        parent.cut(keeping: 0)
        self.parent = nil
        if let address = follower.parent { follower.lost(address, departure, at: world.time) }
    }

    /// Reads one frame of the node that it follows.
    func readParent() throws {
        guard let parent else { return }
        guard let frame = parent.takeForClient() else {
            if parent.hasEnded { endFollowing(nil) }
            return
        }
        if let departure = try received(frame) { endFollowing(departure) }
    }

    private func received(_ frame: ServerFrame) throws -> FollowerRules.Departure? {
        isHarmed = false
        switch frame {
        case .welcome(let welcome): return follower.received(welcome.epoch)
        case .beat(let beat):
            if let departure = follower.received(beat, at: world.time) { return departure }
            heard(beat.term)
            tellBeat(Beat(term: beat.term, path: beat.path + [process]))
        case .newEpoch(let news):
            if let departure = follower.received(news.epoch) { return departure }
            market.received(news)
        case .snapshotPart(let part):
            if let departure = follower.received(part.epoch) { return departure }
            try perform(market.received(part))
        case .marketDiff(var diff):
            isHarmed = world.harms(&diff)
            try perform(market.received(diff))
        case .close: return .otherLeader
        default: break
        }
        return nil
    }

    private func perform(_ step: FollowedMarket.Step) throws {
        switch step {
        case .nothing: break
        case .tick(let diff): try deliver(diff)
        case .enter(let lineage, let diff): try enter(lineage, diff)
        case .replace(let table, let lineage): replace(by: table, in: lineage)
        case .needsSnapshot(let sequence):
            guard isHarmed else { throw Violation("node \(number) lost its market at \(sequence)") }
            parent?.send(.snapshotRequest(sequence: sequence))
        }
        // A first snapshot that is still arriving is not passed on yet.
        if !market.lineage.isNone, market.table.hash != table.hash {
            throw Violation("node \(number) gives its clients another market than it follows")
        }
    }
}

extension LeaseHolder {
    static func simulated(_ process: NodeID, _ number: Int) -> LeaseHolder {
        LeaseHolder(node: process, address: "\(number)", pin: .simulated)
    }
}

extension PublicKeyPin {
    static var simulated: PublicKeyPin {
        guard let pin = PublicKeyPin("sha256/" + String(repeating: "A", count: 43) + "=") else {
            preconditionFailure("it is a pin")
        }
        return pin
    }
}

extension Hello {
    static let simulatedNode = Hello(
        clientName: "node",
        clientVersion: "1",
        deviceName: "",
        clientID: ClientID(high: 1, low: 1),
        credentials: .node(secret: [], term: 0)
    )
}
