package import Shared

/// Pages "General endpoints" and "Market Data endpoints" of the spot API. None of them needs a key.
extension Endpoint {
    /// The last 24 hours of every pair, about 300 bytes each in the short form.
    package static let binanceTickers = Self(.binance, path: "/api/v3/ticker/24hr")
        .with("type", "MINI")
        .costing(80)
        .upTo(bytes: 8 << 20)

    /// All pairs: thousands, of about 2 to 4 KB each.
    package static let binancePairs = Self(.binance, path: "/api/v3/exchangeInfo").costing(20).upTo(bytes: 32 << 20)

    /// The latest candles of a pair until `end`, about 180 bytes each.
    /// - Parameter end: candles that begin later are left out.
    package static func binanceCandles(
        pair: String,
        interval: String,
        limit: Int,
        end: MarketTime? = nil
    ) -> Self {
        let endpoint = Self(.binance, path: "/api/v3/klines")
            .with("symbol", pair)
            .with("interval", interval)
            .with("limit", limit)
            .costing(2)
            .forOneCoin()
        return end.map { endpoint.with("endTime", $0.milliseconds) } ?? endpoint
    }
}
