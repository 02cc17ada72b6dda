import NIOCore
import NIOHTTP1
import Shared

/// Everything that changes about the mock market: the market, its rendered rows, and the faults in force.
struct MockMarketState: Sendable {
    private(set) var market: SimulatedMarket
    var faults = FaultRules()
    private var rows: RowCaches

    /// How many rows of a list were rendered so far.
    func renderings(of path: String) -> Int { rows[path].renderings }

    init(_ market: SimulatedMarket) {
        self.market = market
        rows = RowCaches(coins: market.coins.count)
    }

    mutating func advance(at time: MarketTime) { market.advance(at: time) }

    mutating func reply(to request: MockRequest, at now: MarketTime, recorded: MockReply? = nil) -> MockReply {
        if let answer = FaultControl.reply(to: request, &faults, at: now) { return answer }
        let fault = faults.take(path: request.path, at: now)
        let reply = recorded ?? ordinaryReply(to: request, at: now)
        return fault?.applied(to: reply, path: request.path) ?? reply
    }

    private mutating func ordinaryReply(to request: MockRequest, at now: MarketTime) -> MockReply {
        for provider in MockProvider.all where provider.owns(request.path) {
            if let reply = provider.reply(request, market, &rows, now) { return reply }
        }
        return PictureRoutes.reply(to: request, market) ?? .notFound(request.path)
    }
}
