internal import Shared

/// What is known of who is who: the listing's coins, and what each provider calls them.
struct CoinDirectory {
    /// Prices of an exchange that were heard longer ago do not tell coins apart.
    private static let boardAgeMax = Duration.seconds(60)

    /// With the coins of earlier listings that are not delisted yet.
    private(set) var listing: CoinListing?
    /// When that was heard, by our clock.
    private var listed: MarketTime?
    /// By provider.
    private var lists: [String: any SymbolList] = [:]
    /// Lists that are much shorter than the ones before, and how often they have come.
    private var doubted: [String: (list: any SymbolList, count: Int)] = [:]
    /// The latest prices of each exchange, which tell coins apart that share a symbol, and when they were heard.
    private var boards: [String: (prices: TickerBoard, heard: MarketTime)] = [:]
    /// Providers that have not said what they list, and why.
    private(set) var lacking: [String: ProviderError] = [:]

    /// A list that has lost most of its rows is believed when it has come so often.
    private static let doubtfulMax = 3

    init() {}

    /// With the coins that an earlier process knew: who is who on an exchange can be told before the first listing.
    init(continuing table: MarketTable) {
        if table.count == 0 { return }
        let quotes = (0..<table.count).map { table[$0] }.filter { !$0.isDelisted }
        let coins = quotes.map { ListedCoin(continuing: $0, heard: table.heard($0.pricing)) }
        (listing, listed) = (CoinListing(time: table.time, coins: coins, badRows: 0), table.time)
    }

    /// Coins that one listing lacks are still there.
    mutating func take(_ listing: CoinListing, at now: MarketTime, isDelisted: (CoinID) -> Bool) {
        let present = Set(listing.coins.map(\.id))
        let absent = (self.listing?.coins ?? []).filter { !present.contains($0.id) && !isDelisted($0.id) }
        (self.listing, listed) = (
            CoinListing(time: listing.time, coins: listing.coins + absent, badRows: listing.badRows), now
        )
    }

    /// - Parameter list: nil if it is what it was.
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

    /// - Returns: whether that is news to those who wait for candles.
    mutating func failed(_ kind: MarketSource.Kind, _ error: ProviderError) -> Bool {
        guard kind == .symbols, lists[error.provider] == nil else { return false }
        defer { lacking[error.provider] = error }
        return lacking[error.provider] != error
    }

    /// - Parameters:
    ///   - proved: the pairs of an exchange whose coin is known for certain.
    ///   - judgingAge: a price of the listing that is older says nothing about who is who.
    /// - Returns: nil before there is a listing, and at least one provider that has said what it lists or why not.
    func symbols(
        proved: (_ exchange: String) -> [String: CoinID],
        judgingAge: Duration,
        now: MarketTime
    ) -> SymbolMap? {
        guard let listing, let listed, !lists.isEmpty || !lacking.isEmpty else { return nil }
        let young = boards.filter { now.isNear($0.value.heard, within: Self.boardAgeMax) }
        let known = Dictionary(uniqueKeysWithValues: boards.keys.map { ($0, proved($0)) })
        // What the listing's clock shows by now.
        let time = listing.time.adding(now.elapsed(since: listed))
        return SymbolMap(
            listing: CoinListing(time: time, coins: listing.coins, badRows: listing.badRows),
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
