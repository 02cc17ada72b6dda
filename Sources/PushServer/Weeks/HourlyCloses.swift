internal import Shared

/// The closes of all coins. The server's clock ends the hours. The close of an hour is the last price that was heard
/// within it. An hour without a price stays a gap.
struct HourlyCloses {
    /// How long after its end an hour stays open if no diff has begun the next one, because its last prices may still
    /// be on their way.
    static let patience = Duration.seconds(5)

    private var table: MarketTable
    private var coins: [CoinID: CoinCloses] = [:]
    /// The providers of closes, by number.
    private(set) var sources: [String] = []
    /// The current hour.
    private(set) var open: MarketHour
    /// The ratios of observed changes of source since a coin's last close.
    private var ratios: [CoinID: Double] = [:]
    private var unsaved: [StoredClose] = []

    init(market: MarketTable, now: MarketTime) { (table, open) = (market, MarketHour(of: now)) }

    /// The hours of a week: the seven days of hours that have ended.
    private var week: Range<MarketHour> { open.adding(-CoinWeek.hours)..<open }

    // MARK: Outputs

    func week(of coin: CoinID, step: Int = 1) -> CoinWeek {
        (coins[coin]?.week(of: coin) ?? CoinWeek(coin)).thinned(by: step)
    }

    func hasGaps(_ coin: CoinID) -> Bool { (coins[coin] ?? CoinCloses()).gaps(in: week) > 0 }

    func rank(of coin: CoinID) -> Int? { table.rank(of: coin) }

    /// The provider of the coin's current price.
    func provider(of coin: CoinID) -> String? { table.provider(of: coin) }

    // MARK: Time and prices

    /// - Returns: whether an hour has ended.
    mutating func follow(_ diff: MarketDiff) -> Bool {
        let hasEnded = advance(to: MarketHour(of: diff.time))
        let pricings = diff.changes.pricings
        var changed: [(row: Int, price: Double)] = []
        for (row, pricing) in zip(pricings.rows, pricings.values) where Int(row) < table.count {
            let before = table[Int(row)]
            if before.pricing.source != pricing.source, let price = before.approximatePrice, price > 0 {
                changed.append((Int(row), price))
            }
        }
        table.follow(diff)
        for (row, before) in changed {
            guard let price = table[row].approximatePrice, price > 0 else { continue }
            ratios[table.instrument(ofRow: row).coin, default: 1] *= price / before
        }
        return hasEnded
    }

    /// - Returns: whether an hour has ended.
    mutating func timePassed(to now: MarketTime) -> Bool {
        let hour = MarketHour(of: now)
        if hour < open { return advance(to: hour) }
        return now.elapsed(since: open.adding(1).start) >= Self.patience && hour > open && advance(to: hour)
    }

    private mutating func advance(to hour: MarketHour) -> Bool {
        if hour == open { return false }
        if hour < open {
            // The clock was set back, so closes of future hours are wrong.
            open = hour
            for coin in Array(coins.keys) { coins[coin]?.forget(from: hour) }
            return false
        }
        closeHour()
        open = hour
        let oldest = week.lowerBound
        for coin in Array(coins.keys) { coins[coin]?.forget(before: oldest) }
        return true
    }

    private mutating func closeHour() {
        let start = open.start
        for row in 0..<table.count {
            let quote = table[row]
            guard !quote.isDelisted, let price = quote.exactPrice, price > .zero,
                let heard = table.heard(quote.pricing), heard >= start,
                let source = table.source(quote.pricing.source).flatMap({ number(of: $0.provider) })
            else { continue }
            let coin = quote.instrument.coin
            let (hour, ratio) = (open, ratios.removeValue(forKey: coin))
            coins[coin, default: CoinCloses()].take(hour, price, of: source, ratio: ratio)
            unsaved += coins[coin]?.stored(coin, [hour]) ?? []
        }
    }

    /// - Returns: nil if all numbers are used.
    private mutating func number(of provider: String) -> UInt8? {
        if let known = sources.firstIndex(of: provider) { return UInt8(known) }
        guard sources.count <= Int(UInt8.max) else { return nil }
        sources.append(provider)
        return UInt8(sources.count - 1)
    }

    // MARK: Gaps

    /// - Returns: whether a gap was filled.
    mutating func fill(_ coin: CoinID, with candles: [Candle], of provider: String) -> Bool {
        guard let source = number(of: provider) else { return false }
        let hours = week
        var told: [MarketHour: ExactDecimal] = [:]
        for candle in candles where candle.isClosed && candle.close > .zero {
            told[MarketHour(of: candle.time)] = candle.close
        }
        let changed = coins[coin, default: CoinCloses()].fill(hours, with: told, of: source)
        unsaved += coins[coin]?.stored(coin, changed) ?? []
        return !changed.isEmpty
    }

    // MARK: The disk

    /// Restores the closes of an earlier process. Leaves out hours that are in the future.
    mutating func restore(_ kept: KeptCloses) {
        sources = kept.sources
        let oldest = week.lowerBound
        for close in kept.closes where close.hour >= oldest && close.hour <= open {
            coins[close.coin, default: CoinCloses()].restore(close)
        }
    }

    /// Closes the current hour because the server stops. The next process replaces the close if it hears a later
    /// price.
    mutating func stop() { closeHour() }

    /// Returns the closes to store. They count as stored from now on.
    mutating func takeUnsaved() -> KeptCloses {
        defer { unsaved = [] }
        return KeptCloses(sources: sources, closes: unsaved)
    }

    /// Takes back closes that could not be stored, except those that would no longer be kept.
    mutating func putBack(_ kept: KeptCloses) {
        unsaved = (kept.closes + unsaved).filter { keptHours.contains($0.hour) }
    }

    /// The hours that are kept on disk.
    var keptHours: ClosedRange<MarketHour> { week.lowerBound...open }
}

/// Closes to be written to disk, or read from it.
struct KeptCloses: Equatable, Sendable {
    /// The sources' names, by number.
    var sources: [String] = []
    /// The closes, in the order of hours for each coin.
    var closes: [StoredClose] = []
}
