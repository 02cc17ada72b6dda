import NIOCore
import Shared

@testable import PushServer

/// An event loop's replica of the market, and its connections; ticks reach it late. It serves one connection in a step.
@MainActor
final class SimulatedShard {
    private(set) var market: MarketTable
    private var frames = MarketFrames<ServerFrame>()
    private var round = ServingRound<SimulatedConnection>()
    private var waiting: [MarketDiff] = []
    /// Whether the loop is busy. Its ticks wait, while another loop's terminals have them already.
    var isLate = false

    init(_ market: MarketTable) { self.market = market }

    /// Whether a tick waits, or a connection was not offered one yet.
    var hasWork: Bool { !waiting.isEmpty || !round.isOver }

    func hand(_ diff: MarketDiff) { waiting.append(diff) }

    func takeTick() throws {
        if waiting.isEmpty { return }
        let tick = waiting.removeFirst()
        try market.apply(tick)
        frames.forget()
        frames.ticked(.marketDiff(tick), from: tick.from)
        round.ticked(from: tick.from, made: .uptimeNanoseconds(0))
    }

    func serveNext() throws {
        try round.next()?.serveMarket()
        _ = round.takeOffered()
    }

    /// Takes all ticks and serves all connections.
    func catchUp() throws {
        while !waiting.isEmpty { try takeTick() }
        while !round.isOver { try serveNext() }
    }

    // MARK: Connections

    func add(_ connection: SimulatedConnection) { _ = round.add(connection) }

    func remove(_ connection: SimulatedConnection) throws {
        guard let place = round.connections.firstIndex(where: { $0 === connection }) else { return }
        let removal = round.remove(at: place)
        if removal.missesItsTurn { try removal.moved?.serveMarket() }
    }

    /// The frame that a connection wants.
    func frame(_ wanted: MarketFlow.Frame, epoch: MarketEpoch) -> ServerFrame {
        frames.frame(wanted) { wanted.made(from: market, epoch: epoch) }.frame
    }
}
