package import Shared

/// API pages: "Listings Latest", "Metadata v2", "Key Info", "Authentication", and "Keyless Public API". Without a key, listing
/// and metadata come in their keyless public form.
extension Endpoint {
    /// A coin of the listing takes 0.9 to 2 KB in recordings, and its tags grow over the years.
    private static let coinMarketCapRowBytes = 4096
    private static let coinMarketCapKeyHeader = "X-CMC_PRO_API_KEY"

    /// The best ranked coins, priced in US dollars. Costs one credit for every 200 coins.
    ///
    /// - Parameter key: if nil, version 3 is used, the only version that works without a key.
    package static func coinMarketCapListing(start: Int, limit: Int, key: APIKey?) -> Self {
        coinMarketCap("/\(key == nil ? "v3" : "v1")/cryptocurrency/listings/latest", key: key)
            .with("start", start)
            .with("limit", limit)
            .with("convert", "USD")
            .upTo(bytes: coinMarketCapRowBytes * limit + (64 << 10))
    }

    /// Description, links and logo of one coin. Costs no credits with a key.
    package static func coinMarketCapInfo(_ coin: CoinID, key: APIKey?) -> Self {
        coinMarketCap("/v2/cryptocurrency/info", key: key)
            .with("id", coin.rawValue)
            .with("aux", "urls,logo,description,tags,platform,date_added,notice,status")
            .forOneCoin()
    }

    /// "Key Info": what the key's plan allows, and what is left of it. Costs no credits.
    package static func coinMarketCapKey(_ key: APIKey) -> Self { coinMarketCap("/v1/key/info", key: key) }

    /// A coin's picture of 64 by 64 points. It is a file, so no key is sent.
    package static func coinMarketCapIcon(_ coin: CoinID) -> Self {
        var endpoint = Self(.coinMarketCapPictures, path: "/static/img/coins/64x64/\(coin.rawValue).png")
        endpoint.accepts = "image/png"
        endpoint.bodyBytes = CoinIcon.bytesMax
        return endpoint.forOneCoin()
    }

    private static func coinMarketCap(_ path: String, key: APIKey?) -> Self {
        var endpoint = Self(.coinMarketCap, path: key == nil ? "/public-api" + path : path)
        endpoint.key = key.map { EndpointKey(header: coinMarketCapKeyHeader, value: $0) }
        return endpoint
    }
}
