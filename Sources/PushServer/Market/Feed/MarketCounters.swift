internal import NIOCore
internal import Shared
internal import Synchronization

/// What the market hub has done, for the metrics.
final class MarketCounters: Sendable {
    let ticks = Atomic<Int>(0)
    let rowsChanged = Atomic<Int>(0)
    let bytesEncoded = Atomic<Int>(0)

    func ticked(_ tick: MarketTick) {
        ticks.add(1, ordering: .relaxed)
        rowsChanged.add(tick.diff.changes.rows.count, ordering: .relaxed)
        bytesEncoded.add(tick.frame.readableBytes, ordering: .relaxed)
    }
}
