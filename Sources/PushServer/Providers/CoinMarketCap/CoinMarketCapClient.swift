package import Shared

/// Requests to CoinMarketCap.
package struct CoinMarketCapClient: Sendable {
    private let router: Router
    private let key: APIKey?

    /// - Parameter key: nil to use the public API without a key.
    package init(router: Router, key: APIKey?) {
        self.router = router
        self.key = key
    }

    /// The best ranked coins from `start` (the first is 1), at most `limit` (up to 5000). The data changes every 60 s.
    ///
    /// Only parts after the first may be empty.
    @concurrent
    package func listing(start: Int = 1, limit: Int = 1000) async throws(ProviderError) -> CoinListing {
        let endpoint = Endpoint.coinMarketCapListing(start: start, limit: limit, key: key)
        return try await router.value(of: endpoint) { answer throws(ProviderFailure) in
            try CoinListing(coinMarketCap: answer, mayBeEmpty: start > 1)
        }
    }

    /// What the plan of the key allows.
    @concurrent
    package static func plan(of key: APIKey, by router: Router) async throws(ProviderError) -> CreditPlan {
        try await router.value(of: .coinMarketCapKey(key)) { answer throws(ProviderFailure) in
            try CreditPlan(coinMarketCap: answer)
        }
    }

    /// The description and links of one coin.
    @concurrent
    package func detail(of coin: CoinID) async throws(ProviderError) -> CoinDetail {
        let endpoint = Endpoint.coinMarketCapInfo(coin, key: key)
        return try await router.value(of: endpoint) { answer throws(ProviderFailure) in
            try CoinDetail(coinMarketCap: answer, coin: coin)
        }
    }

    /// The coin's picture.
    @concurrent
    package func icon(of coin: CoinID) async throws(ProviderError) -> CoinIcon {
        try await router.value(of: .coinMarketCapIcon(coin)) { answer throws(ProviderFailure) in
            try CoinIcon(coinMarketCap: answer)
        }
    }
}

extension CoinMarketCapClient {
    /// The maximum number of coins in one request.
    private static let pageMax = 5_000

    /// Requests as many pages as the coins need.
    @concurrent
    func wholeListing(limit: Int) async throws(ProviderError) -> CoinListing {
        var whole = try await listing(limit: min(limit, Self.pageMax))
        var start = Self.pageMax + 1
        var rowCount = whole.rowCount
        while start <= limit, rowCount >= start - 1 {
            let page = try await listing(start: start, limit: min(limit - start + 1, Self.pageMax))
            rowCount += page.rowCount
            whole = CoinListing(
                time: whole.time,
                stamp: whole.stamp,
                coins: whole.coins + page.coins,
                badRows: whole.badRows + page.badRows,
                firstBadRow: whole.firstBadRow ?? page.firstBadRow
            )
            start += Self.pageMax
        }
        return whole
    }
}
