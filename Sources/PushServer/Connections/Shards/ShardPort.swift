internal import NIOCore
internal import Shared

/// A shard as other threads see it.
struct ShardPort: Sendable {
    /// The least time between two groups of connections that are sent away.
    private static let sendingStep = Duration.milliseconds(10)

    let eventLoop: any EventLoop
    private let shard: NIOLoopBound<Shard>

    /// - Precondition: on the shard's event loop.
    init(_ shard: Shard) {
        eventLoop = shard.eventLoop
        self.shard = NIOLoopBound(shard, eventLoop: shard.eventLoop)
    }

    /// Makes the shard of an event loop, on that loop.
    static func make(
        on eventLoop: any EventLoop,
        lineage: MarketLineage,
        market: MarketTable,
        frameBytesMax: Int
    ) async throws -> ShardPort {
        try await eventLoop.submit {
            ShardPort(Shard(eventLoop: eventLoop, lineage: lineage, market: market, frameBytesMax: frameBytesMax))
        }.get()
    }

    /// - Precondition: on the shard's event loop.
    var value: Shard { shard.value }

    func run(_ work: @escaping @Sendable (Shard) -> Void) { eventLoop.execute { work(shard.value) } }

    func read<Value: Sendable>(_ work: @escaping @Sendable (Shard) -> Value) async throws -> Value {
        try await eventLoop.submit { work(shard.value) }.get()
    }

    /// Closes the connections of this moment one after the other, in a random order, spread evenly over `time`. Ends early if the
    /// calling task is cancelled.
    func sendAway(_ close: Close, over time: Duration, by clock: any Clock<Duration>) async throws {
        let connections = try await read { $0.connections.map(\.id) }.shuffled()
        if connections.isEmpty { return }
        // A timer for each of very many would come too often to be kept.
        let size = max(1, Int(Double(connections.count) * (Self.sendingStep / time)))
        let pause = time * size / connections.count
        for start in stride(from: 0, to: connections.count, by: size) {
            guard (try? await clock.sleep(for: pause)) != nil else { return }
            let group = connections[start..<min(start + size, connections.count)]
            run { shard in for connection in group { shard.close(connection, close) } }
        }
    }

    /// Closes all connections and waits for their end, at most for `time`.
    func sayGoodbye(_ close: Close, within time: TimeAmount) async throws {
        let isEmpty = eventLoop.makePromise(of: Void.self)
        let alarm = eventLoop.scheduleTask(in: time) { shard.value.dropAll() }
        run { $0.closeAll(close, whenEmpty: isEmpty) }
        try await isEmpty.futureResult.get()
        alarm.cancel()
    }
}
