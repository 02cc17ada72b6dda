import Shared

@testable import PushServer

/// An event loop's replica of the market; ticks reach it late.
@MainActor
final class SimulatedShard {
    private(set) var market: MarketTable
    /// The last tick, which connections get as it is if they stand right before it.
    private var tick: MarketDiff?
    private(set) var waiting: [MarketDiff] = []
    /// Whether the loop is busy. Its ticks wait, while another loop's terminals have them already.
    var isLate = false

    init(_ market: MarketTable) { self.market = market }

    func hand(_ diff: MarketDiff) { waiting.append(diff) }

    func takeTick() throws {
        if waiting.isEmpty { return }
        let tick = waiting.removeFirst()
        try market.apply(tick)
        self.tick = tick
    }

    /// The frame that a connection wants. A tick has hashes only now and then, and a merged diff always has them.
    func frame(_ wanted: MarketFlow.Frame, epoch: MarketEpoch) -> ServerFrame {
        if let tick, wanted == .diff(since: tick.from), tick.to == market.sequence { return .marketDiff(tick) }
        return wanted.made(from: market, epoch: epoch)
    }
}
