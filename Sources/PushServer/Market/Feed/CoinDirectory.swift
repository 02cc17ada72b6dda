internal import Shared

/// Knows the coins of the listing and their names at each provider.
struct CoinDirectory {
    /// Older prices of an exchange do not help to tell coins apart.
    private static let boardAgeMax = Duration.seconds(60)

    /// The listing, with coins of earlier listings that are not delisted yet.
    private(set) var listing: CoinListing?
    /// When it was heard, by the server's clock.
    private var listed: MarketTime?
    /// The list of symbols of each provider.
    private var lists: [String: any SymbolList] = [:]
    /// Lists that are much shorter than the ones before, and how often each has come.
    private var doubted: [String: (list: any SymbolList, count: Int)] = [:]
    /// The latest prices of each exchange and when they were heard. They distinguish coins with the same symbol.
    private var boards: [String: (prices: TickerBoard, heard: MarketTime)] = [:]
    /// Providers that have not sent their list, and the reason.
    private(set) var lacking: [String: ProviderError] = [:]

    /// A list that has lost most of its rows is believed after it has come this often.
    private static let doubtfulMax = 3

    init() {}

    /// Begins with the coins that an earlier process knew, so that pairs can be matched before the first listing.
    init(continuing table: MarketTable) {
        if table.count == 0 { return }
        let quotes = (0..<table.count).map { table[$0] }.filter { !$0.isDelisted }
        let coins = quotes.map { ListedCoin(continuing: $0, heard: table.heard($0.pricing)) }
        (listing, listed) = (CoinListing(time: table.time, coins: coins, badRows: 0), table.time)
    }

    /// Takes a listing. Coins that a single listing lacks stay.
    mutating func take(_ listing: CoinListing, at now: MarketTime, isDelisted: (CoinID) -> Bool) {
        let present = Set(listing.coins.map(\.id))
        let absent = (self.listing?.coins ?? []).filter { !present.contains($0.id) && !isDelisted($0.id) }
        (self.listing, listed) = (listing.keeping(absent), now)
    }

    /// - Parameter list: nil if it has not changed.
    mutating func take(_ list: (any SymbolList)?, of provider: String) {
        lacking[provider] = nil
        guard let list = list ?? doubted[provider]?.list else { return }
        let count = (doubted[provider]?.count ?? 0) + 1
        if let known = lists[provider], list.goodRows < known.goodRows / 2, count < Self.doubtfulMax {
            doubted[provider] = (list, count)
        } else {
            (lists[provider], doubted[provider]) = (list, nil)
        }
    }

    mutating func take(_ board: TickerBoard, of provider: String, at now: MarketTime) {
        boards[provider] = (board, now)
    }

    /// - Returns: whether this is news for charts that wait for candles.
    mutating func failed(_ kind: MarketSource.Kind, _ error: ProviderError) -> Bool {
        guard kind == .symbols, lists[error.provider] == nil else { return false }
        defer { lacking[error.provider] = error }
        return lacking[error.provider] != error
    }

    /// - Parameters:
    ///   - proved: the pairs of an exchange whose coin is certain.
    ///   - judgingAge: a price of the listing that is older is not used for matching.
    /// - Returns: nil unless there is a listing, and at least one provider has sent its list or failed.
    func matching(
        proved: (_ exchange: String) -> [String: CoinID],
        judgingAge: Duration,
        now: MarketTime
    ) -> CoinMatching? {
        guard let listing, let listed, !lists.isEmpty || !lacking.isEmpty else { return nil }
        let young = boards.filter { now.isNear($0.value.heard, within: Self.boardAgeMax) }
        let known = Dictionary(uniqueKeysWithValues: boards.keys.map { ($0, proved($0)) })
        // The present time by the listing's clock.
        let time = listing.time.adding(now.elapsed(since: listed))
        return CoinMatching(
            listing: listing.made(at: time),
            lists: lists,
            prices: young.mapValues(\.prices),
            proved: known,
            judgingAge: judgingAge
        )
    }
}

extension ListedCoin {
    fileprivate init(continuing quote: Quote, heard: MarketTime?) {
        self.init(
            id: quote.instrument.coin,
            name: quote.instrument.name,
            symbol: quote.instrument.symbol,
            slug: "",
            rank: quote.fundamentals.rank.map { Int($0) },
            kind: quote.instrument.kind,
            contract: nil,
            circulatingSupply: nil,
            price: quote.exactPrice,
            volume24h: nil,
            change1h: nil,
            change24h: nil,
            change7d: nil,
            lastUpdated: heard
        )
    }
}
