internal import Shared

/// The source of a price, and when the price was heard if that was not with the source's last answer.
struct PriceOrigin: Equatable, Sendable {
    /// The source's name for users: `Huobi`.
    let source: String
    /// Whether the price is older than others of its source, or the source is silent, or the price is a listing's: an
    /// average over markets, which is minutes old.
    let isOld: Bool
    /// When the price was heard; nil if that is not known, or if the price is as recent as its source's last answer.
    let heard: MarketTime?
    /// The same as text, with the date if it was on an earlier day.
    let since: String?
    /// The time zone of that text.
    let zone: String
    /// For a narrow column: `Huobi`, `Huobi 14:05`, `Huobi 2021-06-29`.
    let short: String

    /// - Parameter now: the server's time, which tells whether the source has fallen silent since it was last heard; nil
    ///   if the reader notices that otherwise.
    /// - Returns: nil for a price that no source has reported yet.
    init?(_ pricing: Pricing, in table: MarketTable, at now: MarketTime? = nil, by clock: WallClock) {
        guard let source = table.source(pricing.source) else { return nil }
        self.source = source.provider
        interval = source.kind == .listing ? source.interval.map(DurationText.words) : nil
        isOld = Self.isOld(pricing, in: table, at: now)
        heard = isOld ? table.heard(pricing) : pricing.heard
        guard let heard else {
            (since, zone, short) = (nil, "", source.provider)
            return
        }
        let reading = clock.reading(heard)
        // Find out whether the price is from an earlier day than the newest in the market.
        let newest = table.sources.compactMap(\.lastEvent).max()
        let needsDate = newest.map { clock.reading($0).nextDay != reading.nextDay } ?? false
        since = needsDate ? reading.dateAndClockText : reading.clockText
        zone = clock.zone(at: heard)
        short = "\(source.provider) \(needsDate ? String(reading.iso8601.prefix(10)) : reading.hourAndMinute)"
    }

    /// `isOld` of a price whose words nobody needs.
    static func isOld(_ pricing: Pricing, in table: MarketTable, at now: MarketTime? = nil) -> Bool {
        guard let source = table.source(pricing.source) else { return false }
        let state = now.map(source.state(at:)) ?? source.state
        return source.kind == .listing || table.isOld(pricing) || state != .live
    }

    /// How often a listing is requested, in words. Its prices can be this much older than the provider's.
    let interval: String?

    /// `Huobi`, `Huobi, heard at 14:05:20 CEST`, `CoinMarketCap, asked every 7 min, heard at 14:05:20 CEST`.
    var words: String { words(namingZone: true) }

    /// - Parameter namingZone: false if something beside these words names the time zone.
    func words(namingZone: Bool) -> String {
        let heard = since.map { "heard at \($0)" + (namingZone ? " \(zone)" : "") }
        return [source, interval.map { "asked every \($0)" }, heard].compactMap(\.self).joined(separator: ", ")
    }
}

extension MarketTime {
    /// `14:05`
    var hourAndMinute: String { String(clockText.prefix(5)) }
}
