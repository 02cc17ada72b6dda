/// What CoinMarketCap can be asked.
package struct CoinMarketCapClient: Sendable {
    private let router: Router
    private let key: APIKey?

    /// - Parameter key: nil for the keyless public form.
    package init(router: Router, key: APIKey?) {
        self.router = router
        self.key = key
    }

    /// The best ranked coins from `start` (the first is 1), at most `limit` (up to 5000). Changes every 60 s.
    @concurrent
    package func listing(start: Int = 1, limit: Int = 1000) async throws(ProviderError) -> CoinListing {
        let endpoint = Endpoint.coinMarketCapListing(start: start, limit: limit, key: key)
        return try await router.value(of: endpoint, decode: CoinListing.init(coinMarketCap:))
    }
}
