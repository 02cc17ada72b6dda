import NIOCore
import NIOHTTP1
import Shared

/// Everything that changes about the mock market: the market, its rendered rows, and the faults in force.
struct MockMarketState: Sendable {
    private(set) var market: SimulatedMarket
    var faults = FaultRules()
    private var listingRows: RowCache
    private var tickerRows: RowCache

    /// How many ticker rows were rendered so far.
    var tickerRenderings: Int { tickerRows.renderings }

    private static let listingsMax = 5000

    init(_ market: SimulatedMarket) {
        self.market = market
        listingRows = RowCache(count: market.coins.count)
        tickerRows = RowCache(count: market.coins.count)
    }

    mutating func advance(at time: MarketTime) { market.advance(at: time) }

    mutating func reply(to request: MockRequest, at now: MarketTime, recorded: MockReply? = nil) -> MockReply {
        if let answer = FaultControl.reply(to: request, &faults, at: now) { return answer }
        let fault = faults.take(path: request.path, at: now)
        let reply = recorded ?? ordinaryReply(to: request, at: now)
        return fault?.applied(to: reply, path: request.path) ?? reply
    }

    private mutating func ordinaryReply(to request: MockRequest, at now: MarketTime) -> MockReply {
        if request.path == "/market/tickers" {
            return MockReply(body: HuobiRendering.tickers(market, at: now, &tickerRows))
        }
        switch CoinMarketCapRoutes.admitted(request) {
        case .failure(let refusal)?: return refusal.reply
        case .success(let path)? where CoinMarketCapRoutes.listings.contains(path): return listing(request, at: now)
        case .success(let path)?:
            return CoinMarketCapRoutes.reply(to: request, path: path, market, at: now) ?? .notFound(path)
        case nil:
            return HuobiRoutes.reply(to: request, market, at: now)
                ?? CryptoCompareRoutes.reply(to: request, market, at: now)
                ?? PictureRoutes.reply(to: request, market) ?? .notFound(request.path)
        }
    }

    private mutating func listing(_ request: MockRequest, at now: MarketTime) -> MockReply {
        if request.parameters["id"] != nil { return .badRequest(#""id" is not allowed"#) }
        guard let start = request.integer("start", default: 1), start > 0 else { return .invalid("start") }
        guard let limit = request.integer("limit", default: 100), (1...Self.listingsMax).contains(limit) else {
            return .invalid("limit")
        }
        let first = min(start - 1, market.coins.count)
        let body = CoinMarketCapRendering.listing(market, ranks: first..<(first + limit), at: now, &listingRows)
        return MockReply(body: body)
    }
}
