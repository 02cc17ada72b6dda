package import Shared

extension HuobiClient: CandleSource {
    /// - Parameter symbol: the pair, `btcusdt`.
    @concurrent
    package func candles(
        of symbol: String,
        _ interval: CandleInterval,
        count: Int
    ) async throws(ProviderError) -> [Candle] {
        let plan = CandlePlan(source: .huobi, interval: interval, count: count)
        guard case .huobi(let period) = plan.asked, let size = plan.pages.first else {
            preconditionFailure("a plan for another source")
        }
        let series = try await series(of: symbol, period, size: size)
        let candles = series.candles(by: plan)
        if candles.isEmpty {
            let endpoint = Endpoint.huobiCandles(pair: symbol, period: period, size: size)
            throw ProviderError(endpoint, .notListed("no candles of \(symbol)"))
        }
        return candles
    }
}
