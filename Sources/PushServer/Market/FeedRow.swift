internal import Shared

/// What the feed knows of one coin.
struct FeedRow {
    private(set) var instrument: Instrument
    private(set) var fundamentals = Fundamentals(rank: nil, supply: nil)
    private(set) var trend = Trend(hour: nil, week: nil)
    private(set) var volume: UInt64?
    private(set) var pricing = Pricing.none
    private(set) var mantissa: UInt64?
    /// How many listings in a row did not have it.
    private var missedListings = 0
    var isDelisted: Bool { missedListings >= MarketFeed.listingsMissed }

    /// With how many decimals the exchange tells prices, though numbers in JSON may lack the zeros at their end.
    var tickerDecimals = 0

    private var dayChange: Percent?
    /// The price a day before the listing was made, by the listing's own price and change.
    ///
    /// Between two listings the change is told by the live price against this. The exchange's own `open` would not do: it is
    /// of the calendar day in UTC+8 (HTX API, GET /market/tickers).
    private var priceDayAgo: Double?
    private var lastTicker: MarketTime?

    var rankOrLast: UInt32 { fundamentals.rank ?? .max }

    init(_ coin: ListedCoin) {
        instrument = Instrument(coin: coin.id, symbol: coin.symbol, name: coin.name, kind: coin.kind)
    }

    /// As an earlier process had it. Its ticker counts as silent until it speaks again.
    init(continuing quote: Quote) {
        (instrument, fundamentals, trend) = (quote.instrument, quote.fundamentals, quote.trend)
        (volume, pricing, mantissa) = (quote.volume, quote.pricing, quote.mantissa)
        dayChange = quote.dayChange
        missedListings = quote.isDelisted ? MarketFeed.listingsMissed : 0
    }

    mutating func merge(_ coin: ListedCoin, at time: MarketTime) {
        instrument = Instrument(coin: coin.id, symbol: coin.symbol, name: coin.name, kind: coin.kind)
        fundamentals = Fundamentals(
            rank: coin.rank.map { UInt32(clamping: $0) },
            supply: coin.circulatingSupply.map(Self.whole)
        )
        trend = Trend(hour: coin.change1h.map(Percent.init), week: coin.change7d.map(Percent.init))
        volume = coin.volume24h.map(Self.whole)
        missedListings = 0
        priceDayAgo = Self.priceDayAgo(coin)
        if hasFreshTicker(at: time) {
            updateDayChange()
        } else {
            if let price = coin.price { setPrice(price, from: .listing) }
            dayChange = coin.change24h.map(Percent.init)
        }
    }

    /// - Returns: whether anything changed.
    mutating func merge(_ ticker: PairTicker, at time: MarketTime) -> Bool {
        let before = (pricing, mantissa, dayChange)
        lastTicker = time
        setPrice(ticker.close, from: .ticker)
        updateDayChange()
        return before != (pricing, mantissa, dayChange)
    }

    mutating func missed() { missedListings += 1 }

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
        changes.pricings.append(pricing, row: row)
        changes.prices.append(mantissa, row: row)
        changes.dayChanges.append(dayChange, row: row)
    }

    // MARK: Rules

    /// The number of decimals belongs to the source: it grows when a price needs more, and starts anew with another source,
    /// so that an average with sixteen digits does not leave its length to the trades that follow.
    private mutating func setPrice(_ price: ExactDecimal, from source: PriceSource) {
        guard price.mantissa > 0 else { return }
        let needed = -price.exponent
        let told = source == .ticker ? min(tickerDecimals, Self.decimalsMax) : 0
        let decimals = max(needed, told, source == pricing.source ? Int(pricing.decimals) : 0)
        let fitting = price.mantissa(at: -decimals).map { ($0, decimals) } ?? (price.mantissa, needed)
        mantissa = UInt64(fitting.0)
        pricing = Pricing(decimals: UInt8(fitting.1), source: source)
    }

    /// No exchange tells more.
    private static let decimalsMax = 18

    private mutating func updateDayChange() {
        guard let priceDayAgo, let mantissa else { return }
        let price = ExactDecimal.approximate(mantissa: mantissa, decimals: Int(pricing.decimals))
        dayChange = Percent(ratio: price / priceDayAgo)
    }

    private func hasFreshTicker(at time: MarketTime) -> Bool {
        lastTicker.map { time.elapsed(since: $0) < MarketFeed.tickerLifetime } ?? false
    }

    private static func priceDayAgo(_ coin: ListedCoin) -> Double? {
        guard let price = coin.price?.approximate, let change = coin.change24h?.approximate else { return nil }
        let ratio = 1 + change / 100
        return ratio > 0 ? price / ratio : nil
    }

    private static func whole(_ number: ExactDecimal) -> UInt64 { UInt64(clamping: number.rounded) }
}
