import Shared

@testable import PushServer

/// An event loop's replica of the market; ticks reach it late.
@MainActor
final class SimulatedShard {
    private(set) var market: MarketTable
    private var frames = MarketFrames<ServerFrame>()
    private(set) var waiting: [MarketDiff] = []
    /// Whether the loop is busy. Its ticks wait, while another loop's terminals have them already.
    var isLate = false

    init(_ market: MarketTable) { self.market = market }

    func hand(_ diff: MarketDiff) { waiting.append(diff) }

    func takeTick() throws {
        if waiting.isEmpty { return }
        let tick = waiting.removeFirst()
        try market.apply(tick)
        frames.forget()
        frames.ticked(.marketDiff(tick), from: tick.from)
    }

    /// The frame that a connection wants.
    func frame(_ wanted: MarketFlow.Frame, epoch: MarketEpoch) -> ServerFrame {
        frames.frame(wanted) { wanted.made(from: market, epoch: epoch) }.frame
    }
}
