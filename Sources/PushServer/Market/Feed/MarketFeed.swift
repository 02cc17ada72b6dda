package import Shared

/// Merges the providers' answers into changes of the market table. The listing names the coins, and exchanges price
/// them.
///
/// These are pure rules. The hub owns the table and the clock.
package struct MarketFeed {
    /// How many listings in a row must lack a coin before it counts as delisted, because one may be cut short.
    static let listingsMissed = 3
    /// How many names of pairs are remembered. The largest exchanges have a tenth of this.
    private static let pricedMax = 20_000

    /// The findings that others should learn of.
    struct Findings {
        /// Prices that a source had and that can no longer be read.
        var lostPrices = 0
        /// Prices that wait for the next answer, or belong to another coin with the same symbol.
        var heldBackPrices = 0
        /// Whether something is known about pairs that their matching did not know.
        var needsMatching = false
        /// The believed prices of an exchange that have changed, shown or not.
        var moves: [(coin: CoinID, price: ExactDecimal)] = []
        /// The rows whose price was heard and is believed, changed or not. A listing may repeat the price of a coin that
        /// is seldom traded. That counts while the price is young enough.
        var heard: [Int] = []
    }

    private(set) var findings = Findings()

    private var rows: [FeedRow] = []
    private var rowOfCoin: [CoinID: Int] = [:]
    var choice: PriceChoice
    /// The preferred one first.
    private var exchanges: [Exchange] = []
    /// Whether coins have come or gone since all exchanges' pairs were assigned to rows.
    private var hasOtherCoins = false
    private var listing: SourceNumber = .none
    private var lastEvents = LastEvents()
    private var doubt = ListingDoubt()

    /// The pairs of an exchange.
    private struct Exchange {
        let source: SourceNumber
        /// The assigned pairs, including those of coins that no listing has had yet.
        var pairs: [CoinID: String] = [:]
        /// The number of decimals of each pair's prices, if the exchange tells it.
        var decimals: [String: Int] = [:]
        var rowOfPair: [String: Int] = [:]
        /// The pairs that have ever had a price.
        var priced: Set<String> = []
    }

    package init() { self.init(choice: PriceChoice()) }

    init(choice: PriceChoice) { self.choice = choice }

    /// Continues the rows of an earlier process, which the first listing and the first tickers find there.
    init(continuing table: MarketTable, choice: PriceChoice) {
        self.choice = choice
        // None of its sources has answered this process, so no price is as recent as its source.
        for row in 0..<table.count {
            let quote = table[row]
            rowOfCoin[quote.instrument.coin] = row
            let price = quote.exactPrice.map { price in
                let heard = table.heard(quote.pricing) ?? table.time
                return HeardPrice(source: quote.pricing.source, price: price, heard: heard)
            }
            let isListed = table.source(quote.pricing.source)?.kind != .tickers
            rows.append(FeedRow(continuing: quote, price: price, isListed: isListed))
        }
    }

    /// Returns the findings since the last call.
    mutating func takeFindings() -> Findings {
        defer { findings = Findings() }
        return findings
    }

    // MARK: News

    /// Merges a whole listing. Coins that it lacks keep their last values and are delisted in time.
    /// - Parameters:
    ///   - source: its number.
    ///   - now: when it was heard.
    package mutating func merge(_ listing: CoinListing, from source: SourceNumber, at now: MarketTime) -> MarketChanges
    {
        var merge = begin(listing, from: source, at: now)
        return proceed(&merge, rows: .max, at: now)
    }

    /// Begins to merge a listing.
    mutating func begin(_ listing: CoinListing, from source: SourceNumber, at now: MarketTime) -> ListingMerge {
        (self.listing, lastEvents[source]) = (source, now)
        return ListingMerge(
            listing,
            from: source,
            isDoubtful: doubt.doubts(listing),
            rowOfCoin: rowOfCoin,
            count: rows.count
        )
    }

    /// Merges at most `count` rows of a listing. Exchanges' prices may come between two calls.
    mutating func proceed(_ merge: inout ListingMerge, rows count: Int, at now: MarketTime) -> MarketChanges {
        var merged: [Int] = []
        for (known, coin) in merge.next(count) {
            guard let row = known ?? coin.flatMap({ row(of: $0) }) else { continue }
            let wasDelisted = rows[row].isDelisted
            if !merge.isDoubtful { rows[row].missed() }
            if let coin { self.merge(coin, row: row, of: merge.listing, from: merge.source, at: now) }
            if rows[row].isDelisted != wasDelisted { hasOtherCoins = true }
            merged.append(row)
        }
        // New coins get their pairs, and delisted ones lose theirs.
        if merge.isOver, hasOtherCoins {
            hasOtherCoins = false
            let assigned = exchanges.indices.flatMap { assign(exchange: $0) }
            if !assigned.isEmpty { merged = Set(merged + assigned).sorted() }
        }
        for row in merged { _ = show(row, at: now) }
        return changes(of: merged) { $0.listingChanges(row: $1, into: &$2) }
    }

    /// The row of a listed coin, which is added if there is room.
    private mutating func row(of coin: ListedCoin) -> Int? {
        if let row = rowOfCoin[coin.id] { return row }
        guard rows.count < MarketTable.rowsMax else { return nil }
        rowOfCoin[coin.id] = rows.count
        rows.append(FeedRow(coin))
        hasOtherCoins = true
        return rows.count - 1
    }

    /// New prices for the coins that have a pair.
    /// - Parameters:
    ///   - source: the exchange's number.
    ///   - now: when they were heard.
    package mutating func merge(_ board: TickerBoard, from source: SourceNumber, at now: MarketTime) -> MarketChanges {
        guard let index = exchanges.firstIndex(where: { $0.source == source }) else { return MarketChanges() }
        lastEvents[source] = now
        // A pair that is listed twice has one price, the last one, because an answer cannot confirm itself.
        var places = [Int?](repeating: nil, count: rows.count)
        for (place, ticker) in board.tickers.enumerated() {
            if let row = exchanges[index].rowOfPair[ticker.pair] { places[row] = place }
        }
        var isTouched = [Bool](repeating: false, count: rows.count)
        for (row, place) in places.enumerated() {
            if let place { isTouched[row] = merge(board.tickers[place], row: row, from: source, at: now) }
        }
        for pair in board.unpriced {
            guard let row = exchanges[index].rowOfPair[pair], let place = rows[row].exchange(source) else { continue }
            if rows[row].lose(place) { findings.lostPrices += 1 }
            if show(row, at: now) { isTouched[row] = true }
        }
        return changes(of: rows.indices.lazy.filter { isTouched[$0] }) { $0.priceChanges(row: $1, into: &$2) }
    }

    /// The changes by time alone: a price that is not heard again gets old and is replaced.
    mutating func timePassed(to now: MarketTime) -> MarketChanges {
        let aged = rows.indices.filter { row in
            rows[row].isAging(at: now, choice: choice, lastEvents: lastEvents) && show(row, at: now)
        }
        return changes(of: aged) { $0.priceChanges(row: $1, into: &$2) }
    }

    // MARK: Pairs

    /// Sets the exchanges, the preferred one first.
    package mutating func prefer(_ sources: [SourceNumber]) {
        exchanges = sources.map { source in
            exchanges.first { $0.source == source } ?? Exchange(source: source)
        }
    }

    /// Sets the pairs of an exchange. If no coin has a pair any more, its price ages. A pair that now belongs to another
    /// coin takes its price with it.
    @discardableResult
    package mutating func assign(
        _ pairs: [CoinID: String],
        decimals: [String: Int],
        of source: SourceNumber,
        at now: MarketTime
    ) -> MarketChanges {
        guard let index = exchanges.firstIndex(where: { $0.source == source }) else { return MarketChanges() }
        // Nearly every matching finds the known pairs. Assigning thousands of them to rows takes milliseconds.
        if exchanges[index].pairs == pairs, exchanges[index].decimals == decimals { return MarketChanges() }
        (exchanges[index].pairs, exchanges[index].decimals) = (pairs, decimals)
        let unpaired = assign(exchange: index).filter { show($0, at: now) }
        return changes(of: unpaired.sorted()) { $0.priceChanges(row: $1, into: &$2) }
    }

    /// - Returns: the rows that have lost their pair to another coin, or have another pair now. What they knew about
    ///   the pair is worthless.
    @discardableResult
    private mutating func assign(exchange index: Int) -> [Int] {
        let (source, order) = (exchanges[index].source, exchanges.map(\.source))
        var (rowOfPair, pairOfRow): ([String: Int], [Int: String]) = ([:], [:])
        for (coin, pair) in exchanges[index].pairs {
            guard let row = rowOfCoin[coin], !rows[row].isDelisted else { continue }
            (rowOfPair[pair], pairOfRow[row]) = (row, pair)
        }
        let unpaired = exchanges[index].rowOfPair.filter { pair, row in
            rowOfPair[pair].map { $0 != row } ?? (pairOfRow[row] != nil)
        }.values.sorted()
        for row in unpaired { rows[row].remove(source) }
        for (pair, row) in rowOfPair {
            rows[row].add(source, decimals: exchanges[index].decimals[pair] ?? 0, order: order)
        }
        exchanges[index].rowOfPair = rowOfPair
        return unpaired
    }

    /// The pairs that certainly belong to their coins. This stays so as long as they exist, whatever one listing says.
    func provedPairs(of source: SourceNumber) -> [String: CoinID] {
        guard let exchange = exchanges.first(where: { $0.source == source }) else { return [:] }
        var proved: [String: CoinID] = [:]
        for (pair, row) in exchange.rowOfPair where rows[row].isProved(source) && !rows[row].isDelisted {
            proved[pair] = rows[row].instrument.coin
        }
        return proved
    }

    /// Also true if the table had no room for the coin.
    func isDelisted(_ coin: CoinID) -> Bool { rowOfCoin[coin].map { rows[$0].isDelisted } ?? true }

    /// Whether a board has pairs that none before had. Their prices help to match them.
    mutating func meetsPairs(of board: TickerBoard, from source: SourceNumber) -> Bool {
        guard let index = exchanges.firstIndex(where: { $0.source == source }) else { return false }
        let before = exchanges[index].priced.count
        for ticker in board.tickers where !exchanges[index].priced.contains(ticker.pair) {
            if exchanges[index].priced.count == Self.pricedMax { break }
            exchanges[index].priced.insert(ticker.pair)
        }
        return exchanges[index].priced.count > before
    }

    // MARK: Rows

    private mutating func merge(
        _ coin: ListedCoin,
        row: Int,
        of listing: CoinListing,
        from source: SourceNumber,
        at now: MarketTime
    ) {
        let price = coin.price.flatMap { price in
            let age = coin.lastUpdated.map { listing.time.elapsed(since: $0) } ?? .zero
            return price.mantissa > 0
                ? HeardPrice(source: source, price: price, heard: now.adding(.zero - age)) : nil
        }
        if price == nil, rows[row].isListedWithPrice { findings.lostPrices += 1 }
        let stamp = coin.lastUpdated ?? listing.time
        let before = rows[row].listed
        let refused = rows[row].merge(coin, price: price, stamp: stamp, at: now, choice: choice)
        if let listed = rows[row].listed, listed.price == price?.price,
            listed.heard != before?.heard || choice.isJudge(listed, at: now)
        {
            findings.heard.append(row)
        }
        findings.heldBackPrices += refused.count
        if !refused.isEmpty { findings.needsMatching = true }
    }

    /// - Returns: whether anything that is shown has changed.
    private mutating func merge(_ ticker: PairTicker, row: Int, from source: SourceNumber, at now: MarketTime) -> Bool {
        guard let place = rows[row].exchange(source) else { return false }
        let price = ticker.close
        guard price.mantissa > 0 else { return rows[row].lose(place) && show(row, at: now) }
        let (wasRefused, before) = (rows[row].isRefused(place), rows[row].price(place))
        switch rows[row].merge(ticker, of: place, at: now, choice: choice) {
        case .taken:
            findings.heard.append(row)
            if price != before { findings.moves.append((rows[row].instrument.coin, price)) }
        case .waits: findings.heldBackPrices += 1
        case .refused:
            findings.heldBackPrices += 1
            if !wasRefused { findings.needsMatching = true }
        }
        return show(row, at: now)
    }

    private mutating func show(_ row: Int, at now: MarketTime) -> Bool {
        rows[row].show(by: choice, listing: listing, lastEvents: lastEvents, at: now)
    }

    private func changes(
        of indices: some Sequence<Int>,
        add: (FeedRow, Int, inout MarketChanges) -> Void
    ) -> MarketChanges {
        var changes = MarketChanges()
        for index in indices { add(rows[index], index, &changes) }
        return changes
    }
}
