internal import Shared

/// Everything that rows are made of. It is read once for all rows of a frame, because reading observed properties for
/// each row costs more than making the row.
@MainActor
struct QuoteRows {
    let table: MarketTable
    let now: ContinuousClock.Instant
    /// The time by the server's clock. Only old prices need it.
    let serverTime: @MainActor () -> MarketTime
    /// Nil if prices do not light up.
    let flashes: PriceFlashes?
    let trends: TrendCache
    let weeks: WeekReplica
    /// How many answers about weeks have come.
    let arrivals: Int
    let favorites: Set<CoinID>
    let wall: WallClock
    let money: ShownCurrency
    let filter: String

    /// A row of the market.
    /// - Parameter known: the coin's last row. If it is still true, it is returned again.
    /// - Returns: the row, and until when it is true; nil: as long as the market and the board's `source` stay the
    ///   same.
    func row(_ row: Int, known: QuoteRow? = nil) -> (row: QuoteRow, end: ContinuousClock.Instant?) {
        let quote = table[row]
        let coin = quote.instrument.coin
        let flash = flashes?.flash(of: coin, at: now)
        let origin = PriceOrigin(quote.pricing, in: table, by: wall)
        let age = origin.flatMap(age)
        let source = QuoteRow.Source(
            quote: quote,
            isFavorite: favorites.contains(coin),
            origin: origin,
            age: age.flatMap(AgeText.rowWords),
            flash: flash?.direction,
            previous: flash?.previous,
            sampled: trends.lastHash,
            weeks: arrivals,
            money: money,
            filter: filter
        )
        let made =
            known.flatMap { $0.source == source ? $0 : nil }
            ?? QuoteRow(source, trend: trends.trend(of: coin), week: weeks.line(of: coin))
        let end = age.map { now + AgeText.untilNextStep($0) }
        return (made, [flash?.end, end].compactMap(\.self).min())
    }

    /// The age of the oldest price of these rows.
    func oldestAge(of rows: [QuoteRow?]) -> Duration? {
        let shown = rows.compactMap(\.self).filter { $0.quote.mantissa != nil && !$0.isDelisted }
        let heard = shown.compactMap { table.heard($0.quote.pricing) }.min { $0.milliseconds < $1.milliseconds }
        return heard.flatMap(serverTime().age(of:))
    }

    /// The age of an old price.
    private func age(_ origin: PriceOrigin) -> Duration? {
        origin.isOld ? origin.heard.flatMap(serverTime().age(of:)) : nil
    }
}
