internal import Shared

/// What is known of who is who: the listing's coins, the exchange's pairs, the second candle source's coins.
struct CoinDirectory {
    /// Prices of an exchange that were heard longer ago do not tell coins apart.
    private static let boardAgeMax = Duration.seconds(60)

    /// With the coins of earlier listings that are not delisted yet.
    private(set) var listing: CoinListing?
    var pairs: PairList?
    var coins: CryptoCompareCoins?
    /// The exchange's latest prices, which tell coins apart that share a symbol, and when they were heard.
    var board: (prices: TickerBoard, heard: MarketTime)?
    /// Sources that have not said what they list, and why.
    var lacking: [KlineSource: ProviderError] = [:]

    /// Coins that one listing lacks are still there.
    mutating func take(_ listing: CoinListing, isDelisted: (CoinID) -> Bool) {
        let present = Set(listing.coins.map(\.id))
        let absent = (self.listing?.coins ?? []).filter { !present.contains($0.id) && !isDelisted($0.id) }
        self.listing = CoinListing(time: listing.time, coins: listing.coins + absent, badRows: listing.badRows)
    }

    /// - Returns: whether that is news to those who wait for candles.
    mutating func failed(_ kind: MarketSource.Kind, _ error: ProviderError) -> Bool {
        let source: KlineSource
        switch (kind, error.provider) {
        case (.symbols, .huobi) where pairs == nil: source = .huobi
        case (.symbols, .cryptoCompare) where coins == nil: source = .cryptoCompare
        default: return false
        }
        defer { lacking[source] = error }
        return lacking[source] != error
    }

    /// - Parameter proved: pairs whose coin is known for certain.
    /// - Returns: nil before there is a listing, and at least one source that has said what it lists or why not.
    func book(proved: [String: CoinID], now: MarketTime) -> PairBook? {
        guard let listing, pairs != nil || coins != nil || !lacking.isEmpty else { return nil }
        let prices = board.flatMap { now.elapsed(since: $0.heard) < Self.boardAgeMax ? $0.prices : nil }
        return PairBook(listing: listing, pairs: pairs, coins: coins, prices: prices, proved: proved)
    }
}
