internal import NIOCore
internal import Shared

/// One event loop's part of the server: its connections, and a replica of the market to serve them from.
///
/// Everything here happens on that loop, so that a delivery takes no lock and no hop. A shard is just another follower of the
/// hub's diffs, as a terminal is.
final class Shard {
    let eventLoop: any EventLoop
    private(set) var market: MarketTable
    private(set) var connections: [ConnectionHandler] = []
    /// By their ids, for what hubs and actions address to one of them.
    private var handlers: [ConnectionID: ConnectionHandler] = [:]
    /// What connections have decided and is not done yet.
    var actions = Actions()
    private var isPerforming = false
    /// Frames for connections that are not up to date, made once for all that stand at the same place.
    private var frames: [MarketFlow.Frame: ByteBuffer] = [:]
    /// The latest diff as a frame, in memory of this loop's own: with each delivery its references are counted, which no two
    /// loops have to do at the same place.
    private var latest: (from: UInt64, frame: ByteBuffer) = (.max, ByteBuffer())
    /// The exchange rates as a frame; nil: there are none yet.
    private(set) var rates: ByteBuffer?
    private let epoch: MarketEpoch
    /// What everybody is told while the server stops.
    private var ending: (close: Close, whenEmpty: EventLoopPromise<Void>)?
    private let frameBytesMax: Int
    private(set) var counters = ShardCounters()

    /// Frames for terminals that are behind are kept until the next tick, and no more than this many.
    private static let framesMax = 64

    /// - Parameter frameBytesMax: the largest body of a frame that a terminal takes.
    init(eventLoop: any EventLoop, epoch: MarketEpoch, market: MarketTable, frameBytesMax: Int) {
        (self.eventLoop, self.epoch, self.market) = (eventLoop, epoch, market)
        self.frameBytesMax = frameBytesMax
    }

    /// This shard as other threads see it.
    var port: ShardPort { ShardPort(self) }

    // MARK: Connections

    func add(_ handler: ConnectionHandler) {
        handler.shardIndex = connections.count
        connections.append(handler)
        handlers[handler.id] = handler
        counters.connections += 1
        // It was on its way when the server began to stop.
        if let ending { handler.decide { $0.refuse(ending.close, into: &$1) } }
    }

    /// The last one takes the place of the one that goes.
    func remove(_ handler: ConnectionHandler) {
        let index = handler.shardIndex
        precondition(connections[index] === handler, "a connection knows its place")
        connections[index] = connections[connections.count - 1]
        connections[index].shardIndex = index
        connections.removeLast()
        handlers[handler.id] = nil
        counters.connections -= 1
        if connections.isEmpty { ending?.whenEmpty.succeed() }
    }

    /// Hands something to a connection.
    /// - Returns: false if the connection is gone. Ids are never used again, so nobody else gets it.
    @discardableResult
    func deliver(_ delivery: Delivery, to id: ConnectionID) -> Bool {
        guard let handler = handlers[id] else { return false }
        handler.decide { $0.received(delivery, into: &$1) }
        return true
    }

    /// Performs what connections have decided. What performing an action brings about goes to the queue's tail instead of
    /// calling back into a connection that is just deciding.
    func performActions() {
        if isPerforming { return }
        isPerforming = true
        defer { isPerforming = false }
        while let (id, action) = actions.popFirst() { handlers[id]?.perform(action) }
    }

    /// Looks after silent peers, late handshakes and late hellos.
    func sweep(at now: NIODeadline) {
        for handler in connections { handler.decide { $0.timePassed(to: now, into: &$1) } }
    }

    /// Closes every connection, and those that still come.
    func closeAll(_ close: Close, whenEmpty: EventLoopPromise<Void>) {
        ending = (close, whenEmpty)
        for handler in connections { handler.decide { $0.close(close, into: &$1) } }
        if connections.isEmpty { whenEmpty.succeed() }
    }

    /// Without a word.
    func dropAll() {
        for handler in connections { handler.perform(.drop) }
    }

    // MARK: Market

    func deliver(_ tick: MarketTick) {
        do {
            try market.apply(tick.diff)
        } catch {
            preconditionFailure("the hub's diffs arrive whole and in order: \(error)")
        }
        frames.removeAll(keepingCapacity: true)
        latest.from = tick.diff.from
        latest.frame.clear()
        latest.frame.writeImmutableBuffer(tick.frame)
        for handler in connections { handler.serveMarket() }
        counters.deliveryTimes.record(.now() - tick.made)
    }

    /// - Returns: nil for a diff that is larger than a terminal takes: a snapshot comes in parts.
    func frame(_ wanted: MarketFlow.Frame) -> ByteBuffer? {
        if case .diff(latest.from) = wanted { return count(latest.frame) }
        if let frame = frames[wanted] {
            counters.cacheHits += 1
            return count(frame)
        }
        switch wanted {
        case .diff: counters.mergedDiffs += 1
        case .part: counters.snapshotParts += 1
        }
        let frame = wanted.made(from: market, epoch: epoch).framed
        if frames.count >= Self.framesMax { frames.removeAll(keepingCapacity: true) }
        frames[wanted] = frame
        return count(frame)
    }

    private func count(_ frame: ByteBuffer) -> ByteBuffer? {
        if frame.readableBytes > 4 + frameBytesMax { return nil }
        counters.deliveries += 1
        counters.bytes += frame.readableBytes
        return frame
    }

    // MARK: Rates

    func deliver(rates: ByteBuffer) {
        self.rates = rates
        for handler in connections { handler.decide { $0.ratesChanged(into: &$1) } }
    }

    // MARK: Counting

    func count(_ close: Close) { counters.closes[close.code, default: 0] += 1 }

    func count(_ event: CountedEvent) {
        switch event {
        case .handshake(failed: false): counters.handshakes += 1
        case .handshake(failed: true): counters.failedHandshakes += 1
        case .beginning(let beginning): counters.beginnings[beginning, default: 0] += 1
        case .hashMismatch: counters.hashMismatches += 1
        case .userHashMismatch: counters.userHashMismatches += 1
        }
    }

    var lag: ShardLag {
        connections.reduce(into: ShardLag()) { lag, handler in
            let position = handler.connection.market.position
            guard case .at(let sequence) = position, sequence < market.sequence else { return }
            lag = lag + ShardLag(behind: 1, stepsMax: market.sequence - sequence)
        }
    }
}
