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

    mutating func reply(to request: MockRequest, at now: MarketTime) -> MockReply {
        let fault = faults.take(path: request.path)
        let reply = ordinaryReply(to: request, at: now)
        return fault?.applied(to: reply, path: request.path) ?? reply
    }

    private mutating func ordinaryReply(to request: MockRequest, at now: MarketTime) -> MockReply {
        switch request.path {
        case "/market/tickers":
            MockReply(body: HuobiRendering.tickers(market, at: now, &tickerRows))
        case "/v1/cryptocurrency/listings/latest", "/v3/cryptocurrency/listings/latest":
            request.headers.contains(name: "X-CMC_PRO_API_KEY") ? listing(request, at: now) : .keyMissing
        case "/public-api/v1/cryptocurrency/listings/latest", "/public-api/v3/cryptocurrency/listings/latest":
            listing(request, at: now)
        default:
            .notFound(request.path)
        }
    }

    private mutating func listing(_ request: MockRequest, at now: MarketTime) -> MockReply {
        guard let start = request.integer("start", default: 1), start > 0 else { return .invalid("start") }
        guard let limit = request.integer("limit", default: 100), (1...Self.listingsMax).contains(limit) else {
            return .invalid("limit")
        }
        let first = min(start - 1, market.coins.count)
        let body = CoinMarketCapRendering.listing(market, ranks: first..<(first + limit), at: now, &listingRows)
        return MockReply(body: body)
    }
}
