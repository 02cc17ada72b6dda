internal import NIOCore
internal import Shared

/// One event loop's part of the server: its connections, and the market replica that serves them.
///
/// Everything here runs on that loop, so a delivery needs no lock and no hop. A shard follows the hub's diffs, as a
/// terminal does.
final class Shard {
    let eventLoop: any EventLoop
    private(set) var market: MarketTable
    private var round = ServingRound<ConnectionHandler>()
    /// How many connections one step of a round serves. Such a step takes a few milliseconds.
    static let connectionsPerStep = 256
    /// Those of other nodes, which get each tick first. Their terminals would otherwise wait for all that are here.
    private var nodes: [ConnectionHandler] = []
    /// The handlers by connection id, for deliveries and actions that address one connection.
    private var handlers: [ConnectionID: ConnectionHandler] = [:]
    /// Actions that connections have decided and nobody has performed yet.
    var actions = Actions()
    private var isPerforming = false
    private var frames = MarketFrames<ByteBuffer>()
    /// The exchange rates as a frame; nil if there are none yet.
    private(set) var rates: ByteBuffer?
    private(set) var lineage: MarketLineage
    /// Who answers requests about the market; nil while nobody does.
    private(set) var ports: MarketPorts?
    /// The reason that all clients get while the server stops.
    private var ending: (close: Close, whenEmpty: EventLoopPromise<Void>)?
    private let frameBytesMax: Int
    /// This pause is longer than NIO takes to collect its waiting tasks. NIO runs any timer that is due by then before it reads
    /// its sockets.
    private static let pauseForSockets = TimeAmount.microseconds(100)
    private(set) var counters = ShardCounters()

    /// - Parameter frameBytesMax: the largest frame body that a terminal accepts.
    init(eventLoop: any EventLoop, lineage: MarketLineage, market: MarketTable, frameBytesMax: Int) {
        (self.eventLoop, self.lineage, self.market) = (eventLoop, lineage, market)
        self.frameBytesMax = frameBytesMax
    }

    var connections: [ConnectionHandler] { round.connections }
    /// This shard as other threads see it.
    var port: ShardPort { ShardPort(self) }

    // MARK: Connections

    func add(_ handler: ConnectionHandler) {
        handler.place = round.add(handler)
        handlers[handler.id] = handler
        counters.connections += 1
        // The connection was being set up when the server began to stop.
        if let ending { handler.decide { $0.refuse(ending.close, into: &$1) } }
    }

    func remove(_ handler: ConnectionHandler) {
        precondition(connections[handler.place] === handler, "a connection knows its place")
        let removal = round.remove(at: handler.place)
        removal.moved?.place = handler.place
        if removal.missesItsTurn { removal.moved?.serveMarket() }
        handlers[handler.id] = nil
        nodes.removeAll { $0 === handler }
        counters.connections -= 1
        if connections.isEmpty { ending?.whenEmpty.succeed() }
    }

    func serveFirst(_ node: ConnectionHandler) { nodes.append(node) }

    /// Delivers something to a connection.
    /// - Returns: false if the connection is gone. Ids are never reused, so no other connection can get it.
    @discardableResult
    func deliver(_ delivery: Delivery, to id: ConnectionID) -> Bool {
        guard let handler = handlers[id] else { return false }
        handler.decide { $0.received(delivery, into: &$1) }
        return true
    }

    /// Performs the actions of connections. Actions that arise meanwhile go to the end of the queue, so a connection
    /// that is still deciding is never called again.
    func performActions() {
        if isPerforming { return }
        isPerforming = true
        defer { isPerforming = false }
        while let (id, action) = actions.popFirst() { handlers[id]?.perform(action) }
    }

    /// Ends silent peers, late handshakes and late Hellos.
    func sweep(at now: NIODeadline) {
        for handler in connections {
            handler.decide { [sequence = market.sequence] in $0.timePassed(to: now, sequence: sequence, into: &$1) }
        }
    }

    /// Closes every connection, and those that still arrive.
    func closeAll(_ close: Close, whenEmpty: EventLoopPromise<Void>) {
        ending = (close, whenEmpty)
        for handler in connections { handler.decide { $0.close(close, into: &$1) } }
        if connections.isEmpty { whenEmpty.succeed() }
    }

    /// Closes one connection, if it is still there.
    func close(_ id: ConnectionID, _ close: Close) { handlers[id]?.decide { $0.close(close, into: &$1) } }

    /// Drops all connections without a reason.
    func dropAll() {
        for handler in connections { handler.perform(.drop) }
    }

    // MARK: Market

    func deliver(_ tick: MarketTick) {
        apply(tick)
        beginRound(with: tick)
    }

    private func beginRound(with tick: MarketTick) {
        let isServing = !round.isOver
        round.ticked(from: tick.diff.from, made: tick.made)
        if !isServing { serve() }
    }

    private func apply(_ tick: MarketTick) {
        market.follow(tick.diff)
        // A buffer of this loop's own. Each delivery counts references to it, and event loops must not contend for one
        // counter.
        var frame = frames.forget() ?? ByteBuffer()
        frame.clear()
        frame.writeImmutableBuffer(tick.frame)
        frames.ticked(frame, from: tick.diff.from)
    }

    /// Serves some connections. The ticks that come meanwhile are taken before the next ones.
    private func serve() {
        for handler in nodes { handler.serveMarket() }
        for _ in 0..<Self.connectionsPerStep {
            guard let handler = round.next() else { break }
            handler.serveMarket()
        }
        let (now, offered) = (NIODeadline.now(), round.takeOffered())
        for made in offered { counters.deliveryTimes.record(now - made) }
        if round.isOver { return }
        if offered.isEmpty { return port.run { $0.serve() } }
        // An event loop reads its sockets only when no task waits. If ticks come faster than it can serve them, it must
        // not wait until the round is over.
        eventLoop.scheduleTask(in: Self.pauseForSockets) { [port = self.port] in port.value.serve() }
    }

    /// The market goes on in another epoch.
    /// - Parameter tick: leads there from the table that is held here.
    func enter(_ lineage: MarketLineage, _ tick: MarketTick) {
        let sequence = market.sequence
        apply(tick)
        enter(lineage, from: sequence)
        beginRound(with: tick)
    }

    /// Tells the clients of another epoch, which the table is already in: a socket that drains meanwhile takes the next
    /// frame from it.
    private func enter(_ lineage: MarketLineage, from sequence: UInt64) {
        let old = self.lineage.epoch
        self.lineage = lineage
        for handler in connections {
            handler.decide { $0.entered(lineage, from: old, at: sequence, into: &$1) }
        }
    }

    /// Each client needs a snapshot of the new table, unless it is already further in its epoch.
    func replace(by table: MarketTable, in lineage: MarketLineage) {
        market = table
        frames.forget()
        enter(lineage, from: table.sequence)
        for handler in connections { handler.decide { $0.marketReplaced(into: &$1) } }
    }

    func open(_ ports: MarketPorts) {
        self.ports = ports
        for handler in connections { handler.decide { $0.marketPortsChanged(into: &$1) } }
    }

    /// - Returns: nil for a diff that exceeds a terminal's frame limit. Then a snapshot is sent in parts.
    func frame(_ wanted: MarketFlow.Frame) -> ByteBuffer? {
        let (frame, origin) = frames.frame(wanted) { wanted.made(from: market, epoch: lineage.epoch).framed }
        switch (origin, wanted) {
        case (.tick, _): break
        case (.kept, _): counters.cacheHits += 1
        case (.made, .diff): counters.mergedDiffs += 1
        case (.made, .part), (.made, .completion): counters.snapshotParts += 1
        }
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
        // The market may have been replaced during the round.
        let offered = min(round.offered ?? market.sequence, market.sequence)
        return connections.reduce(into: ShardLag()) { lag, handler in
            switch handler.connection.market.position {
            case .at(let sequence) where sequence < offered, .parts(let sequence) where sequence < offered:
                lag = lag + ShardLag(behind: 1, stepsMax: offered - sequence)
            case .none, .awaiting, .snapshotDue, .snapshot, .parts, .resuming, .at: break
            }
        }
    }
}
