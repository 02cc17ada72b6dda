internal import NIOCore
internal import PushServer
internal import Shared

/// What a node hears from the one that it follows, on one connection after another. Its own clients have the same market at any time.
enum NodeFuzz {
    private static let own = NodeID(high: 1, low: 2)

    static func follow(_ bytes: [UInt8]) {
        var (rules, market, clients) = (FollowerRules(own: own), FollowedMarket(), MarketTable())
        market.connected()
        FrameFuzz.read(bytes, limit: SessionLimits().serverFrameBytes) { body in
            guard let frame = try? ServerFrame(frameBody: body) else { return }
            let heard = rules.heard
            if let step = step(frame, &rules, &market) {
                perform(step, on: &clients)
            } else {
                market.connected()
            }
            precondition(rules.heard >= heard, "a term is forgotten")
            precondition(
                market.lineage.isNone || clients.hash == market.table.hash && clients.sequence == market.table.sequence,
                "the clients here have another market"
            )
            precondition(clients.count <= MarketTable.rowsMax, "a table without end takes memory")
        }
    }

    /// - Returns: nil if this node leaves the other one.
    private static func step(
        _ frame: ServerFrame,
        _ rules: inout FollowerRules,
        _ market: inout FollowedMarket
    ) -> FollowedMarket.Step? {
        switch frame {
        case .welcome(let welcome): return rules.received(welcome.epoch) == nil ? .nothing : nil
        case .beat(let beat):
            guard rules.received(beat, at: .zero) == nil else { return nil }
            passOn(beat)
        case .newEpoch(let news):
            guard rules.received(news.epoch) == nil else { return nil }
            market.received(news)
        case .snapshotPart(let part): return rules.received(part.epoch) == nil ? market.received(part) : nil
        case .marketDiff(let diff): return market.received(diff)
        default: break
        }
        return .nothing
    }

    private static func perform(_ step: FollowedMarket.Step, on clients: inout MarketTable) {
        switch step {
        case .nothing, .needsSnapshot: break
        case .tick(let diff), .enter(_, let diff):
            do throws(MarketTableError) {
                try clients.apply(diff)
            } catch {
                preconditionFailure("a diff does not fit the clients here: \(error)")
            }
        case .replace(let table, _): clients = table
        }
    }

    /// The next node can read the beat, and this one knows it again.
    private static func passOn(_ beat: Beat) {
        let passed = Beat(term: beat.term, path: beat.path + [own])
        var buffer = ByteBuffer()
        ServerFrame.beat(passed).write(into: &buffer)
        buffer.moveReaderIndex(forwardBy: 4)
        let frame = try? ServerFrame(frameBody: buffer)
        precondition(frame == .beat(passed), "a beat changes on its way")
        var rules = FollowerRules(own: own)
        precondition(rules.received(passed, at: .zero) == .ring, "a beat goes in a circle")
    }
}
