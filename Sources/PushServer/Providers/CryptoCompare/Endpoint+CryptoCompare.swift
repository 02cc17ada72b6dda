package import Shared

/// The pages of the legacy host. All of them need a key, in a header field.
extension Endpoint {
    /// All coins, about 1,000 bytes each: 4 MB in 2019. Request it rarely.
    package static func cryptoCompareCoins(key: APIKey?) -> Self {
        cryptoCompare("/data/all/coinlist", key: key).upTo(bytes: 32 << 20)
    }

    /// The `limit` + 1 latest candles until `end`, about 160 bytes each.
    package static func cryptoCompareHistory(
        _ history: CryptoCompareHistory,
        of symbol: String,
        in currency: String,
        limit: Int,
        end: MarketTime? = nil,
        key: APIKey?
    ) -> Self {
        let endpoint = cryptoCompare("/data/v2/\(history.rawValue)", key: key)
            .with("fsym", symbol)
            .with("tsym", currency)
            .with("limit", limit)
            .forOneCoin()
        return end.map { endpoint.with("toTs", $0.milliseconds / 1000) } ?? endpoint
    }

    private static func cryptoCompare(_ path: String, key: APIKey?) -> Self {
        var endpoint = Self(.cryptoCompare, path: path)
        endpoint.key = key.map { EndpointKey(header: "Authorization", scheme: "Apikey", value: $0) }
        return endpoint
    }
}
