import NIOCore
import Shared

@testable import PushServer

/// One life of a node's process, without sockets, threads and clocks: the values that `FleetNode`, `FollowHub`, the
/// shards and the user hub drive.
@MainActor
final class FleetMember {
    let number: Int
    let process: NodeID
    let hub: SimulatedHub
    private let door: SimulatedDoor
    private(set) var lease: LeaseRules
    var follower: FollowerRules
    /// The market of the node that it follows.
    var market = FollowedMarket()
    /// The term in which it leads.
    private(set) var leading: UInt32?
    /// What evaluates users' alerts while it leads.
    private(set) var alerts: SimulatedAlerts?
    /// The market that its clients get.
    private(set) var table = MarketTable()
    private(set) var lineage = MarketLineage.none
    /// Connections at which it is the server.
    var links: [SimulatedLink] = []
    /// The connection to the node that it follows.
    var parent: Wire?
    /// Whether that node has let this one in.
    var isParentOpen = false
    var routes = HintRoutes()
    private var beatSent = Duration.zero
    /// Whether the frame that it reads has a wrong hash.
    var isHarmed = false
    /// Whether it does nothing for a while, like a stopped process.
    var isPaused = false
    unowned let world: FleetSimulation

    init(_ number: Int, _ world: FleetSimulation) {
        (self.number, self.world) = (number, world)
        process = world.newProcess()
        lease = LeaseRules(own: process)
        follower = FollowerRules(own: process)
        hub = SimulatedHub(world.store, of: process, world.crowd.users.map(\.account.id), at: world.marketTime)
        door = SimulatedDoor(world.store.database) { [unowned world] in
            world.newToken()
        } signedOut: { [mailbox = hub.mailbox] devices in
            mailbox.post(.signedOut(devices))
        }
    }

    var address: NodeAddress { NodeAddress(address: "\(number)", pin: .simulated) }
    var uptime: NIODeadline { world.uptime }

    /// The process is killed. What it sent may still arrive.
    func end(leaving isLeft: Bool) {
        for link in links { link.wire.cut(toClient: link.wire.toClient.count, toServer: 0) }
        parent?.cut(toClient: 0, toServer: parent?.toServer.count ?? 0)
        hub.end(leaving: isLeft, at: world.marketTime)
    }

    // MARK: Election

    /// - Parameter answers: whether the database's answer arrives.
    func askDatabase(answers: Bool) throws {
        let now = world.time
        guard let request = lease.request(at: now) else { return }
        guard world.reachesDatabase(self) else { return lease.failed() }
        let answer = try world.perform(request, .simulated(process, number))
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

    private func changeRole() throws {
        if lease.leading == leading { return }
        if leading != nil { market = FollowedMarket(table, lineage, nil) }
        (leading, alerts) = (lease.leading, nil)
        guard let leading else { return }
        endFollowing(nil)
        let epoch = world.newEpoch(leading)
        let succession = Succession(of: market, in: epoch, MarketHubRules.Plan(), now: world.marketTime)
        if let first = succession.first {
            try enter(succession.lineage, first)
        } else {
            try replace(by: succession.rules.table, in: succession.lineage)
        }
        alerts = SimulatedAlerts(
            market: table,
            database: world.store.database,
            users: hub.mailbox,
            term: leading
        )
        world.log.note(table, epoch: epoch)
    }

    func step() throws {
        try changeRole()
        let now = world.time
        if let leading {
            guard now >= beatSent + .seconds(1) else { return }
            beatSent = now
            routes.children.tell(Beat(term: leading, path: [process]))
        } else if let departure = follower.timePassed(to: now), parent != nil {
            endFollowing(departure)
        } else if parent == nil, let address = follower.nextParent(at: now) {
            try connect(to: address)
        }
    }

    func answer(_ request: HubRequest, from peer: SimulatedLink.Peer) throws -> Delivery {
        switch (request, peer) {
        case (.signInNode(_, let term), .node(_, let process)):
            heard(term)
            return .nodeSignedIn(.success(process))
        case (.signIn(let hello), .terminal(let address)):
            guard world.reachesDatabase(self) else { return .signedIn(.failure(.unavailable)) }
            return .signedIn(
                try door.signIn(hello.credentials, device: hello.deviceName, address: address, at: world.marketTime)
            )
        default: throw Violation("\(peer) asks for \(request)")
        }
    }

    // MARK: Leading

    /// The leader gets all prices from its provider.
    /// - Parameter isNew: whether one has changed.
    func hearPrices(isNew: Bool = true) throws {
        guard let alerts else { return }
        let diff = isNew ? world.news(for: &table) : nil
        alerts.mailbox.post(.ticked(diff, MarketPoll(.none, rows: 0..<table.count, at: world.marketTime)))
        if diff == nil { return }
        world.log.note(table, epoch: lineage.epoch)
        for link in links { try link.serveMarket() }
    }

    /// The leader asks which alerts users have changed at any node, and evaluates all. A question without an answer may have
    /// taken the notes.
    func evaluateAlerts() throws {
        guard let leading, let alerts else { return }
        let fate = world.commitFate(of: self)
        let isTaken = fate == .committed || fate == .committedUnheard
        let changed = try isTaken ? world.store.takeChangedAlerts(in: leading) : []
        guard fate == .committed else { return alerts.loseTrack() }
        for (account, stored) in changed { alerts.mailbox.post(.changed(account, stored)) }
        try alerts.handleAll(at: world.marketTime)
    }

    // MARK: The clients here

    func enter(_ lineage: MarketLineage, _ diff: MarketDiff) throws {
        let (old, sequence) = (self.lineage.epoch, table.sequence)
        try table.apply(diff)
        self.lineage = lineage
        for link in links { try link.decide { $0.entered(lineage, from: old, at: sequence, into: &$1) } }
        for link in links { try link.serveMarket() }
    }

    func deliver(_ diff: MarketDiff) throws {
        try table.apply(diff)
        for link in links { try link.serveMarket() }
    }

    func replace(by table: MarketTable, in lineage: MarketLineage) throws {
        let old = self.lineage.epoch
        (self.table, self.lineage) = (table, lineage)
        for link in links { try link.decide { $0.entered(lineage, from: old, at: table.sequence, into: &$1) } }
        for link in links { try link.decide { $0.marketReplaced(into: &$1) } }
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
