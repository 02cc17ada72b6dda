internal import Shared

/// What the feed knows about one coin: the price of each source, and which one is shown.
struct FeedRow {
    private(set) var instrument: Instrument
    private(set) var fundamentals = Fundamentals(rank: nil, supply: nil)
    private(set) var trend = Trend(hour: nil, week: nil)
    private(set) var volume: UInt64?
    /// How many listings in a row have lacked the coin.
    private var missedListings = 0
    var isDelisted: Bool { missedListings >= MarketFeed.listingsMissed }

    private var listing = ListingQuote()
    /// The preferred exchange first.
    private var exchanges: [ExchangeQuote] = []
    private var picked: HeardPrice?
    private var shown = Shown()

    private var listedDayChange: Percent?
    /// The price a day before the listing was made, computed from the listing's own price and change.
    ///
    /// Between two listings, the change compares the live price with this. The exchange's own `open` is not usable,
    /// because it belongs to the calendar day in UTC+8 (HTX API, GET /market/tickers).
    private var priceDayAgo: (price: Double, made: MarketTime)?

    init(_ coin: ListedCoin) {
        instrument = Instrument(coin: coin.id, symbol: coin.symbol, name: coin.name, kind: coin.kind)
    }

    /// Continues a row of an earlier process.
    /// - Parameters:
    ///   - price: the price that it showed.
    ///   - isListed: whether that is the listing's price.
    init(continuing quote: Quote, price: HeardPrice?, isListed: Bool) {
        (instrument, fundamentals, trend) = (quote.instrument, quote.fundamentals, quote.trend)
        (volume, shown, listedDayChange) = (quote.volume, Shown(quote), quote.dayChange)
        missedListings = quote.isDelisted ? MarketFeed.listingsMissed : 0
        guard let price else { return }
        picked = price
        priceDayAgo = Self.priceDayAgo(price, change: quote.dayChange.map { Double($0.hundredths) / 100 })
        if isListed {
            listing = ListingQuote(continuing: price)
        } else {
            exchanges = [ExchangeQuote(continuing: price)]
        }
    }

    // MARK: What sources say

    /// - Parameters:
    ///   - price: nil if the listing has no readable price.
    ///   - stamp: when it was made, by the provider's clock.
    /// - Returns: the exchanges whose pair has turned out to belong to another coin.
    mutating func merge(
        _ coin: ListedCoin,
        price: HeardPrice?,
        stamp: MarketTime,
        at now: MarketTime,
        choice: PriceChoice
    ) -> [SourceNumber] {
        instrument = Instrument(coin: coin.id, symbol: coin.symbol, name: coin.name, kind: coin.kind)
        fundamentals = Fundamentals(
            rank: coin.rank.map { UInt32(clamping: $0) },
            supply: coin.circulatingSupply.map(Self.whole)
        )
        trend = Trend(hour: coin.change1h.map(Percent.init), week: coin.change7d.map(Percent.init))
        volume = coin.volume24h.map(Self.whole)
        missedListings = 0
        let fresh = exchanges.compactMap(\.last).filter { choice.isFresh($0, at: now) }.map(\.price.approximate)
        guard listing.take(price, stamp: stamp, at: now, exchanges: fresh) else { return [] }
        listedDayChange = coin.change24h.map(Percent.init)
        priceDayAgo = Self.priceDayAgo(listing.last, change: coin.change24h?.approximate)
        guard let made = listing.last?.heard, let judging = listing.judging(at: now, by: choice) else { return [] }
        return exchanges.indices.filter {
            exchanges[$0].compare(with: judging, made: made, at: now)
        }.map { exchanges[$0].source }
    }

    /// - Parameter index: the index of the exchange (see `exchange`).
    mutating func merge(
        _ ticker: PairTicker,
        of index: Int,
        at now: MarketTime,
        choice: PriceChoice
    ) -> ExchangeQuote.Verdict {
        let price = ticker.close
        if exchanges[index].follow(price, at: now) { return .taken }
        let others = others(than: index, at: now, choice)
        return exchanges[index].judge(price, at: now, others: others)
    }

    /// An exchange has no readable price for the coin's pair.
    /// - Returns: whether a price was lost.
    mutating func lose(_ index: Int) -> Bool { exchanges[index].lose() }

    mutating func missed() { missedListings += 1 }

    var isListedWithPrice: Bool { listed != nil }

    /// The listing's price. If the listing only repeats a price, it keeps the time at which it was first heard.
    var listed: HeardPrice? { listing.last }

    // MARK: Exchanges

    /// The index of an exchange in this row, if it has a pair.
    func exchange(_ source: SourceNumber) -> Int? { exchanges.firstIndex { $0.source == source } }

    /// - Parameter order: the exchanges, the preferred first.
    mutating func add(_ source: SourceNumber, decimals: Int, order: [SourceNumber]) {
        if let index = exchange(source) {
            exchanges[index].decimals = decimals
        } else {
            var quote = ExchangeQuote(source)
            quote.decimals = decimals
            exchanges.append(quote)
            let place = { (quote: ExchangeQuote) in order.firstIndex(of: quote.source) ?? .max }
            exchanges.sort { place($0) < place($1) }
        }
    }

    /// The pair belongs to another coin.
    mutating func remove(_ source: SourceNumber) { exchanges.removeAll { $0.source == source } }

    func isRefused(_ index: Int) -> Bool { exchanges[index].isRefused }

    /// The last price of an exchange, shown or not.
    func price(_ index: Int) -> ExactDecimal? { exchanges[index].last?.price }

    /// Whether the exchange's pair certainly belongs to this coin.
    func isProved(_ source: SourceNumber) -> Bool {
        exchange(source).map { exchanges[$0].isProved && !exchanges[$0].isRefused } ?? false
    }

    private func others(than index: Int, at now: MarketTime, _ choice: PriceChoice) -> [HeardPrice] {
        let fresh = exchanges.indices.filter { $0 != index }.compactMap { exchanges[$0].last }
            .filter { choice.isFresh($0, at: now) }
        return fresh + listing.witnesses(at: now, by: choice)
    }

    // MARK: What is shown

    /// Whether time alone, or news about the source of the price, may change what is shown.
    func isAging(at now: MarketTime, choice: PriceChoice, lastEvents: LastEvents) -> Bool {
        guard let picked, !exchanges.isEmpty else { return false }
        let isLate = shown.pricing.heard == nil && lastEvents[picked.source] != picked.heard
        return isLate || !choice.isFresh(picked, at: now)
    }

    /// Chooses the price to show.
    /// - Parameters:
    ///   - listing: the number of the listing.
    ///   - lastEvents: when each source was last heard.
    /// - Returns: whether anything changed.
    mutating func show(
        by choice: PriceChoice,
        listing number: SourceNumber,
        lastEvents: LastEvents,
        at now: MarketTime
    ) -> Bool {
        let before = shown
        picked = choice.pick(exchanges.lazy.compactMap(\.last), listing: listing.last, at: now)
        // What another source has said is no longer shown.
        if picked?.source != shown.pricing.source { shown = Shown() }
        if let picked {
            let isListed = picked.source == number
            // The price is from its source's last answer, so the source's age is the price's.
            let isCurrent = !isListed && lastEvents[picked.source] == picked.heard
            setPrice(picked, heard: isCurrent ? nil : picked.heard)
            shown.dayChange = isListed ? listedDayChange : liveDayChange(at: now)
        }
        return shown != before
    }

    /// The number of decimals belongs to the source. It grows if a price needs more, and begins again with another
    /// source, so that an average with sixteen digits does not lengthen the trades that follow.
    private mutating func setPrice(_ picked: HeardPrice, heard: MarketTime?) {
        let price = picked.price
        let needed = -price.exponent
        let told = exchange(picked.source).map { min(exchanges[$0].decimals, Self.decimalsMax) } ?? 0
        let decimals = max(needed, told, Int(shown.pricing.decimals))
        let fitting = price.mantissa(at: -decimals).map { ($0, decimals) } ?? (price.mantissa, needed)
        shown.mantissa = UInt64(fitting.0)
        shown.pricing = Pricing(decimals: UInt8(fitting.1), source: picked.source, heard: heard)
    }

    /// No exchange sends more decimals.
    private static let decimalsMax = 18

    private func liveDayChange(at now: MarketTime) -> Percent? {
        guard let priceDayAgo, let mantissa = shown.mantissa,
            now.isNear(priceDayAgo.made, within: PriceJudgement.dayChangeAgeMax)
        else { return nil }
        let price = ExactDecimal.approximate(mantissa: mantissa, decimals: Int(shown.pricing.decimals))
        return Percent(ratio: price / priceDayAgo.price)
    }

    // MARK: Changes

    func listingChanges(row: Int, into changes: inout MarketChanges) {
        changes.instruments.append(instrument, row: row)
        changes.trends.append(trend, row: row)
        changes.volumes.append(volume, row: row)
        changes.fundamentals.append(fundamentals, row: row)
        changes.delistings.append(isDelisted, row: row)
        priceChanges(row: row, into: &changes)
    }

    func priceChanges(row: Int, into changes: inout MarketChanges) {
        changes.pricings.append(shown.pricing, row: row)
        changes.prices.append(shown.mantissa, row: row)
        changes.dayChanges.append(shown.dayChange, row: row)
    }

    /// - Parameter change: the change since then, in percent points.
    private static func priceDayAgo(_ price: HeardPrice?, change: Double?) -> (price: Double, made: MarketTime)? {
        guard let price, let change else { return nil }
        let ratio = 1 + change / 100
        return ratio > 0 ? (price.price.approximate / ratio, price.heard) : nil
    }

    private static func whole(_ number: ExactDecimal) -> UInt64 { UInt64(clamping: number.rounded) }
}

/// What a row shows from one source.
private struct Shown: Equatable {
    var pricing = Pricing.none
    var mantissa: UInt64?
    var dayChange: Percent?
}

extension Shown {
    /// Continues what an earlier process showed.
    init(_ quote: Quote) {
        (pricing, mantissa, dayChange) = (quote.pricing, quote.mantissa, quote.dayChange)
    }
}
