/// API pages of "Market Data" (providers.md section 2). None of them wants a key.
extension Endpoint {
    /// Every pair's latest price, page "Get Latest Tickers for All Pairs".
    package static let huobiTickers = Self(.huobi, path: "/market/tickers")
}
