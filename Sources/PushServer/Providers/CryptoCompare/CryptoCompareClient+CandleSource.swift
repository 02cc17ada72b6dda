package import Shared

extension CryptoCompareClient: CandleSource {
    /// - Parameter symbol: the coin, `BTC`.
    @concurrent
    package func candles(
        of symbol: String,
        _ interval: CandleInterval,
        count: Int
    ) async throws(ProviderError) -> [Candle] {
        let plan = CandlePlan(source: .cryptoCompare, interval: interval, count: count)
        guard case .cryptoCompare(let history) = plan.asked, let first = plan.pages.first else {
            preconditionFailure("a plan for another source")
        }
        var series = try await series(of: symbol, history, limit: first)
        for limit in plan.pages.dropFirst() {
            guard let oldest = series.candles.first, !series.reachesListing else { break }
            let end = oldest.time.adding(seconds: -history.interval.seconds)
            guard let older = try await older(than: end, symbol, history, limit: limit) else { break }
            series.prepend(older)
            if older.candles.isEmpty { break }
        }
        let candles = series.candles(by: plan)
        if candles.isEmpty {
            let endpoint = Endpoint.cryptoCompareHistory(history, of: symbol, in: quote, limit: first, key: key)
            throw ProviderError(endpoint, .notListed("no candles of \(symbol) in \(quote)"))
        }
        return candles
    }

    /// - Returns: nil when the provider tells as an error that its history ends here.
    private func older(
        than end: MarketTime,
        _ symbol: String,
        _ history: CryptoCompareHistory,
        limit: Int
    ) async throws(ProviderError) -> CandleSeries? {
        do {
            return try await series(of: symbol, history, limit: limit, end: end)
        } catch {
            switch error.failure {
            case .notListed, .refused: return nil
            default: throw error
            }
        }
    }
}
