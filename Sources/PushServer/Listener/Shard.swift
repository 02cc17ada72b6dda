internal import NIOCore
internal import Shared

/// One event loop's part of the server: its connections, and a replica of the market to serve them from.
///
/// Everything here happens on that loop, so that a delivery takes no lock and no hop. A shard is just another follower of the
/// hub's diffs, as a terminal is.
final class Shard {
    let eventLoop: any EventLoop
    private(set) var market: MarketTable
    private(set) var sessions: [SessionHandler] = []
    /// Frames for connections that are not up to date, made once for all that stand at the same place.
    private var frames: [MarketFlow.Frame: ByteBuffer] = [:]
    /// The latest diff as a frame, in memory of this loop's own: with each delivery its references are counted, which no two
    /// loops have to do at the same place.
    private var latest: (from: UInt64, frame: ByteBuffer) = (.max, ByteBuffer())
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

    // MARK: Connections

    func add(_ session: SessionHandler) {
        session.shardIndex = sessions.count
        sessions.append(session)
        counters.connections += 1
        // It was on its way when the server began to stop.
        if let ending { session.refuse(ending.close) }
    }

    /// The last one takes the place of the one that goes.
    func remove(_ session: SessionHandler) {
        let index = session.shardIndex
        precondition(sessions[index] === session, "a session knows its place")
        sessions[index] = sessions[sessions.count - 1]
        sessions[index].shardIndex = index
        sessions.removeLast()
        counters.connections -= 1
        if sessions.isEmpty { ending?.whenEmpty.succeed() }
    }

    /// Looks after silent peers and late hellos.
    func sweep(at now: NIODeadline) {
        // From the end: a session that goes is replaced by one that was looked at already.
        for index in sessions.indices.reversed() { sessions[index].sweep(at: now) }
    }

    /// Closes every connection, and those that still come.
    func closeAll(_ close: Close, whenEmpty: EventLoopPromise<Void>) {
        ending = (close, whenEmpty)
        for index in sessions.indices.reversed() { sessions[index].close(close) }
        if sessions.isEmpty { whenEmpty.succeed() }
    }

    /// Without a word.
    func dropAll() {
        for index in sessions.indices.reversed() { sessions[index].drop() }
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
        for session in sessions { session.marketMoved() }
        counters.deliveryTimes.record(.now() - tick.made)
    }

    /// - Returns: nil for a diff that is larger than a terminal takes: a snapshot comes in parts.
    func frame(_ wanted: MarketFlow.Frame) -> ByteBuffer? {
        if case .diff(latest.from) = wanted { return count(latest.frame) }
        if let frame = frames[wanted] {
            counters.cacheHits += 1
            return count(frame)
        }
        let frame = make(wanted).framed
        if frames.count >= Self.framesMax { frames.removeAll(keepingCapacity: true) }
        frames[wanted] = frame
        return count(frame)
    }

    private func make(_ wanted: MarketFlow.Frame) -> ServerFrame {
        switch wanted {
        case .diff(let since):
            counters.mergedDiffs += 1
            return .marketDiff(market.diff(since: since))
        case .part(let rows, let sequence, let isLast):
            counters.snapshotParts += 1
            return .snapshotPart(
                MarketPart(
                    epoch: epoch,
                    sequence: sequence,
                    firstRow: rows.lowerBound,
                    isLast: isLast,
                    time: market.time,
                    changes: market.changes(in: rows)
                )
            )
        }
    }

    private func count(_ frame: ByteBuffer) -> ByteBuffer? {
        if frame.readableBytes > 4 + frameBytesMax { return nil }
        counters.deliveries += 1
        counters.bytes += frame.readableBytes
        return frame
    }

    // MARK: Counting

    func countHashMismatch() { counters.hashMismatches += 1 }
    func count(_ close: Close) { counters.closes[close.code, default: 0] += 1 }
    func count(_ beginning: ShardCounters.Beginning) { counters.beginnings[beginning, default: 0] += 1 }
    func countHandshake(failed: Bool) {
        if failed { counters.failedHandshakes += 1 } else { counters.handshakes += 1 }
    }

    var lag: ShardLag {
        sessions.reduce(into: ShardLag()) { lag, session in
            guard case .at(let sequence) = session.flow.position, sequence < market.sequence else { return }
            lag = lag + ShardLag(behind: 1, stepsMax: market.sequence - sequence)
        }
    }
}
