/// Requests to Huobi (HTX).
package struct HuobiClient: Sendable {
    let router: Router

    package init(router: Router) {
        self.router = router
    }

    /// Every pair, unless nothing has changed since `validator` was given.
    @concurrent
    package func pairs(since validator: Validator? = nil) async throws(ProviderError) -> Revision<PairList> {
        try await router.revision(of: .huobiSymbols, since: validator, decode: PairList.init(huobi:))
    }

    /// The latest candles of a pair as the exchange has them. Days, weeks and longer periods begin at midnight in
    /// UTC+8.
    /// - Parameter size: 1 to 2000.
    @concurrent
    package func series(
        of pair: String,
        _ period: HuobiPeriod,
        size: Int
    ) async throws(ProviderError) -> CandleSeries {
        let endpoint = Endpoint.huobiCandles(pair: pair, period: period, size: size)
        return try await router.value(of: endpoint) { answer throws(ProviderFailure) in
            try CandleSeries(huobi: answer, period: period, size: size)
        }
    }
}
