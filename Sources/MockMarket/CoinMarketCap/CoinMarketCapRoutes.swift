import NIOCore
import NIOHTTP1
import Shared

/// The answers of CoinMarketCap's Pro API, without the listing.
enum CoinMarketCapRoutes {
    private static let listingsMax = 5000
    private static let listings: Set = ["/v1/cryptocurrency/listings/latest", "/v3/cryptocurrency/listings/latest"]
    private static let keyHeader = "X-CMC_PRO_API_KEY"
    private static let keyless = "/public-api"
    private static let paths = listings.union([
        "/v1/cryptocurrency/map", "/v1/cryptocurrency/info", "/v2/cryptocurrency/info", keyInfo,
    ])
    private static let keyInfo = "/v1/key/info"

    /// - Returns: the path without the keyless prefix, or the refusal of a call that needs a key; nil for other paths.
    private static func admitted(_ request: MockRequest) -> Result<String, MockRefusal>? {
        let isKeyless = request.path.hasPrefix(keyless)
        let path = isKeyless ? String(request.path.dropFirst(keyless.count)) : request.path
        guard paths.contains(path) else { return nil }
        // Without a key there is no plan to report.
        if isKeyless { return path == keyInfo ? nil : .success(path) }
        guard let key = request.headers.first(name: keyHeader) ?? request.parameters["CMC_PRO_API_KEY"] else {
            return .failure(MockRefusal(reply: .keyMissing))
        }
        return key.isRefused ? .failure(MockRefusal(reply: .keyWrong)) : .success(path)
    }

    @Sendable
    static func reply(
        to request: MockRequest,
        _ market: SimulatedMarket,
        _ rows: inout RowCaches,
        at now: MarketTime
    ) -> MockReply? {
        switch admitted(request) {
        case .failure(let refusal)?: refusal.reply
        case .success(let path)? where listings.contains(path): listing(request, market, &rows[path], at: now)
        case .success(let path)?: other(request, path: path, market, at: now)
        case nil: nil
        }
    }

    private static func listing(
        _ request: MockRequest,
        _ market: SimulatedMarket,
        _ rows: inout RowCache,
        at now: MarketTime
    ) -> MockReply {
        if request.parameters["id"] != nil { return .badRequest(#""id" is not allowed"#) }
        guard let start = request.integer("start", default: 1), start > 0 else { return .invalid("start") }
        guard let limit = request.integer("limit", default: 100), (1...listingsMax).contains(limit) else {
            return .invalid("limit")
        }
        let first = min(start - 1, market.coins.count)
        return MockReply(body: CoinMarketCapRendering.listing(market, ranks: first..<(first + limit), at: now, &rows))
    }

    private static func other(
        _ request: MockRequest,
        path: String,
        _ market: SimulatedMarket,
        at now: MarketTime
    ) -> MockReply? {
        switch path {
        case keyInfo: CoinMarketCapRendering.plan(at: now)
        case "/v1/cryptocurrency/map": map(request, market, at: now)
        case "/v1/cryptocurrency/info", "/v2/cryptocurrency/info": info(request, path: path, market, at: now)
        default: nil
        }
    }

    private static func map(_ request: MockRequest, _ market: SimulatedMarket, at now: MarketTime) -> MockReply {
        guard let start = request.integer("start", default: 1), start > 0 else { return .invalid("start") }
        guard let limit = request.integer("limit", default: 5000), (1...5000).contains(limit) else {
            return .invalid("limit")
        }
        let sort = request.parameters["sort"] ?? "id"
        guard ["id", "cmc_rank"].contains(sort) else { return .invalid("sort") }
        let symbols = Set(request.list("symbol"))
        // No coin is delisted here.
        let states = request.list("listing_status")
        let isAny = states.isEmpty || states.contains("active")
        var places = Array(market.ranking.enumerated()).filter { place in
            isAny && (symbols.isEmpty || symbols.contains(market.coins[place.element].identity.symbol))
        }
        if !symbols.isEmpty, places.isEmpty { return .invalid("symbol") }
        if sort == "id" {
            places.sort { market.coins[$0.element].identity.id < market.coins[$1.element].identity.id }
        }
        var json = JSONWriter(.script, capacity: places.count * 200)
        json.object { json in
            CoinMarketCapRendering.status(at: now, to: &json)
            json.key("data")
            json.array { json in
                for (rank, place) in places.dropFirst(start - 1).prefix(limit) {
                    json.object { CoinMarketCapRendering.mapRow(market.coins[place], rank: rank + 1, at: now, to: &$0) }
                }
            }
        }
        return MockReply(json)
    }

    /// A request by `id`, `slug` or `symbol`. By symbol, version 2 answers with arrays, because symbols repeat.
    private static func info(
        _ request: MockRequest,
        path: String,
        _ market: SimulatedMarket,
        at now: MarketTime
    ) -> MockReply {
        let named = ["id", "slug", "symbol"].filter { request.parameters[$0] != nil }
        guard named.count == 1, let name = named.first else {
            return .badRequest(#""value" must contain at least one of [id, slug, symbol, address]"#)
        }
        let isListed = name == "symbol" && path.hasPrefix("/v2")
        var json = JSONWriter(.script)
        var isKnown = true
        json.object { json in
            CoinMarketCapRendering.status(at: now, to: &json)
            json.key("data")
            json.object { json in
                for value in request.list(name) {
                    let found = market.coins.filter { $0.identity.answers(to: value, as: name) }
                    guard let first = found.first else {
                        isKnown = false
                        continue
                    }
                    json.key(named: name == "slug" ? "\(first.identity.id.rawValue)" : value)
                    if isListed {
                        json.array { json in
                            for coin in found { CoinInfo.write(coin, base: request.ownBase, to: &json) }
                        }
                    } else {
                        CoinInfo.write(first, base: request.ownBase, to: &json)
                    }
                }
            }
        }
        return isKnown ? MockReply(json) : .invalid(name)
    }
}

/// An answer in place of the requested one.
struct MockRefusal: Error {
    let reply: MockReply
}

extension CoinIdentity {
    fileprivate func answers(to value: String, as name: String) -> Bool {
        switch name {
        case "id": String(id.rawValue) == value
        case "slug": slug == value
        default: symbol == value
        }
    }
}

extension String {
    /// The mock accepts every key, except those whose text says that they are invalid.
    var isRefused: Bool { isEmpty || hasPrefix("invalid") || hasPrefix("wrong") }
}
