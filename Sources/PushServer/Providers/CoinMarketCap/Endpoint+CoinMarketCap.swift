/// API pages: "Listings Latest", "Authentication", and "Keyless Public API" (providers.md sections 1.1, 1.3 and 1.5).
extension Endpoint {
    private static let coinMarketCapKeyHeader = "X-CMC_PRO_API_KEY"

    /// The best ranked coins, priced in US dollars. Costs one credit for every 200 coins.
    ///
    /// - Parameter key: without one, the keyless public form is asked, which exists for version 3 only.
    package static func coinMarketCapListing(start: Int, limit: Int, key: APIKey?) -> Self {
        let path = "/cryptocurrency/listings/latest"
        var endpoint = Self(.coinMarketCap, path: key == nil ? "/public-api/v3" + path : "/v1" + path)
            .with("start", start)
            .with("limit", limit)
            .with("convert", "USD")
        endpoint.key = key.map { (coinMarketCapKeyHeader, $0) }
        return endpoint
    }
}
