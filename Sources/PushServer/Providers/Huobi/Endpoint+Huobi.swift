/// API pages of "Reference Data" and "Market Data". None of them needs a key.
extension Endpoint {
    /// The latest prices of all pairs, about 250 bytes each; page "Get Latest Tickers for All Pairs".
    package static let huobiTickers = Self(.huobi, path: "/market/tickers").upTo(bytes: 4 << 20)

    /// All pairs, about 530 bytes each.
    package static let huobiSymbols = Self(.huobi, path: "/v1/common/symbols").upTo(bytes: 8 << 20)

    /// The latest candles of a pair: at most 2000, about 160 bytes each.
    package static func huobiCandles(pair: String, period: HuobiPeriod, size: Int) -> Self {
        Self(.huobi, path: "/market/history/kline")
            .with("symbol", pair)
            .with("period", period.rawValue)
            .with("size", size)
            .forOneCoin()
    }
}
