import Shared

@testable import PushServer

/// A node as a client of the one that it follows.
extension FleetMember {
    func connect(to address: NodeAddress) throws {
        guard let other = world.member(at: address), world.reaches(self, other), other !== self else {
            return follower.lost(address, nil, at: world.time)
        }
        market.connected()
        var hello = Hello.simulatedNode
        hello.credentials = .node(secret: [], term: max(lease.heard, follower.heard))
        hello.resume = market.position
        parent = try world.connect(self, to: other, hello)
    }

    func endFollowing(_ departure: FollowerRules.Departure?) {
        guard let parent else { return }
        parent.cut(toClient: 0, toServer: parent.toServer.count)
        (self.parent, isParentOpen) = (nil, false)
        if let address = follower.parent { follower.lost(address, departure, at: world.time) }
    }

    /// Reads one frame from the node that it follows.
    func readParent() throws {
        guard let parent else { return }
        guard parent.canDeliverToClient else {
            if parent.hasEnded { endFollowing(nil) }
            return
        }
        if let departure = try received(parent.takeForClient()) { endFollowing(departure) }
    }

    private func received(_ frame: ServerFrame) throws -> FollowerRules.Departure? {
        isHarmed = false
        switch frame {
        case .welcome(let welcome):
            if let departure = follower.received(welcome.epoch) { return departure }
            isParentOpen = true
            routes.connected()
            sendInterest()
        case .beat(let beat):
            if let departure = follower.received(beat, at: world.time) { return departure }
            heard(beat.term)
            routes.children.tell(beat.passed(on: process))
        case .hint(let hint): pass(hint, from: .parent)
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
        case .replace(let table, let lineage): try replace(by: table, in: lineage)
        case .needsSnapshot(let sequence):
            guard isHarmed else { throw Violation("node \(number) lost its market at \(sequence)") }
            parent?.put(.snapshotRequest(sequence: sequence))
        }
        // A first snapshot that is still arriving is not passed on yet.
        if !market.lineage.isNone, market.table.hash != table.hash {
            throw Violation("node \(number) gives its clients another market than it follows")
        }
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
