internal import Shared

/// What is known of who is who: the listing's coins, and what each provider calls them.
struct CoinDirectory {
    /// Prices of an exchange that were heard longer ago do not tell coins apart.
    private static let boardAgeMax = Duration.seconds(60)

    /// With the coins of earlier listings that are not delisted yet.
    private(set) var listing: CoinListing?
    /// By provider.
    private var lists: [String: any SymbolList] = [:]
    /// The latest prices of each exchange, which tell coins apart that share a symbol, and when they were heard.
    private var boards: [String: (prices: TickerBoard, heard: MarketTime)] = [:]
    /// Providers that have not said what they list, and why.
    private(set) var lacking: [String: ProviderError] = [:]

    /// Coins that one listing lacks are still there.
    mutating func take(_ listing: CoinListing, isDelisted: (CoinID) -> Bool) {
        let present = Set(listing.coins.map(\.id))
        let absent = (self.listing?.coins ?? []).filter { !present.contains($0.id) && !isDelisted($0.id) }
        self.listing = CoinListing(time: listing.time, coins: listing.coins + absent, badRows: listing.badRows)
    }

    /// - Parameter list: nil if it is what it was.
    mutating func take(_ list: (any SymbolList)?, of provider: String) {
        lacking[provider] = nil
        if let list { lists[provider] = list }
    }

    mutating func take(_ board: TickerBoard, of provider: String, at now: MarketTime) {
        boards[provider] = (board, now)
    }

    /// - Returns: whether that is news to those who wait for candles.
    mutating func failed(_ kind: MarketSource.Kind, _ error: ProviderError) -> Bool {
        guard kind == .symbols, lists[error.provider] == nil else { return false }
        defer { lacking[error.provider] = error }
        return lacking[error.provider] != error
    }

    /// - Parameter proved: the pairs of an exchange whose coin is known for certain.
    /// - Returns: nil before there is a listing, and at least one provider that has said what it lists or why not.
    func book(proved: (_ exchange: String) -> [String: CoinID], now: MarketTime) -> PairBook? {
        guard let listing, !lists.isEmpty || !lacking.isEmpty else { return nil }
        let young = boards.filter { now.elapsed(since: $0.value.heard) < Self.boardAgeMax }
        let known = Dictionary(uniqueKeysWithValues: boards.keys.map { ($0, proved($0)) })
        return PairBook(listing: listing, lists: lists, prices: young.mapValues(\.prices), proved: known)
    }
}
