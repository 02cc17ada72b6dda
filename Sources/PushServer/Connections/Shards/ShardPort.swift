internal import NIOCore
internal import Shared

/// A shard as other threads see it.
struct ShardPort: Sendable {
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

    /// Closes all connections and waits for their end, at most for `time`.
    func sayGoodbye(_ close: Close, within time: TimeAmount) async throws {
        let isEmpty = eventLoop.makePromise(of: Void.self)
        let alarm = eventLoop.scheduleTask(in: time) { shard.value.dropAll() }
        run { $0.closeAll(close, whenEmpty: isEmpty) }
        try await isEmpty.futureResult.get()
        alarm.cancel()
    }
}
