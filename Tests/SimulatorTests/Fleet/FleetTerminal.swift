import Shared

@testable import PushServer

/// A terminal that follows the market at one node after another.
@MainActor
final class FleetTerminal {
    let name: String
    private(set) var follower = MarketFollower()
    var link: SimulatedLink?
    private var last: MarketPosition?
    private unowned let world: FleetSimulation

    init(_ name: String, _ world: FleetSimulation) { (self.name, self.world) = (name, world) }

    func connect(to node: FleetMember) {
        follower.connected()
        var hello = Hello.simulatedNode
        hello.resume = follower.position
        link = world.connect(to: node, from: nil, hello)
    }

    /// Reads one frame.
    /// - Returns: false if there was none.
    func read() throws -> Bool {
        guard let link else { return false }
        guard let frame = link.takeForClient() else {
            if link.hasEnded { self.link = nil }
            return false
        }
        switch frame {
        case .snapshotPart(let part): try check(follower.receive(part))
        case .newEpoch(let news): follower.receive(news)
        case .marketDiff(let diff):
            try check(follower.receive(diff))
            try world.check(follower, of: name)
        default: break
        }
        try checkPosition()
        return true
    }

    private func check(_ error: MarketTableError?) throws {
        if let error { throw Violation("\(name) needs a snapshot: \(error)") }
    }

    /// Nobody goes back within an epoch, or to an earlier leader.
    private func checkPosition() throws {
        guard let position = follower.position else { return }
        if let last, last.epoch == position.epoch, position.sequence < last.sequence {
            throw Violation("\(name) went back from \(last.sequence) to \(position.sequence)")
        }
        if let last, position.epoch.term < last.epoch.term {
            throw Violation("\(name) went back from term \(last.epoch.term) to \(position.epoch.term)")
        }
        last = position
    }
}
