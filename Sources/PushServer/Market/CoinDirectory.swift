internal import Shared

/// What is known of who is who: the listing's coins, the exchange's pairs, the second candle source's coins.
struct CoinDirectory {
    /// Seconds after which prices have moved too far to compare.
    private static let boardAgeMax: Int64 = 900

    var listing: CoinListing?
    var pairs: PairList?
    var coins: CryptoCompareCoins?
    /// The exchange's latest prices, which tell coins apart that share a symbol.
    var board: TickerBoard?
    /// Sources that have not said what they list, and why.
    var lacking: [KlineSource: ProviderError] = [:]

    /// - Returns: whether that is news to those who wait for candles.
    mutating func failed(_ kind: MarketSource.Kind, _ error: ProviderError) -> Bool {
        let source: KlineSource
        switch kind {
        case .pairs where pairs == nil: source = .huobi
        case .coinList where coins == nil: source = .cryptoCompare
        default: return false
        }
        defer { lacking[source] = error }
        return lacking[source] != error
    }

    private func boardOfAboutThen(_ listing: CoinListing) -> TickerBoard? {
        guard let board else { return nil }
        let apart = abs(board.time.milliseconds - listing.time.milliseconds)
        return apart < Self.boardAgeMax * 1000 ? board : nil
    }

    /// - Returns: nil before there is a listing, and at least one source that has said what it lists or why not.
    func book() -> PairBook? {
        guard let listing, pairs != nil || coins != nil || !lacking.isEmpty else { return nil }
        return PairBook(listing: listing, pairs: pairs, coins: coins, prices: boardOfAboutThen(listing))
    }
}
