internal import Shared

/// Who a price comes from, and when it was heard where that is not with the source's last answer.
struct PriceOrigin: Equatable, Sendable {
    /// As users know the source: `Huobi`.
    let source: String
    /// Nil for a price that is as young as its source's last answer.
    let heard: MarketTime?
    /// Whether the price is older than others of its source.
    let isOld: Bool
    /// Whether the price is of an earlier day than the newest that the market has.
    private let needsDate: Bool

    /// - Returns: nil for a price that nobody has told yet.
    init?(_ pricing: Pricing, in table: MarketTable) {
        guard let source = table.source(pricing.source) else { return nil }
        self.source = source.provider
        heard = pricing.heard
        isOld = table.isOld(pricing)
        let newest = table.sources.compactMap(\.lastEvent).max()
        needsDate = heard.map { heard in newest.map { $0.nextDay != heard.nextDay } ?? false } ?? false
    }

    /// For a narrow column: `Huobi`, `Huobi 14:05`, `Huobi 2021-06-29`.
    var short: String {
        heard.map { "\(source) \(needsDate ? Self.day($0) : String($0.clockText.prefix(5)))" } ?? source
    }

    /// `Huobi`, `Huobi, heard at 14:05:20 UTC`.
    var words: String { since.map { "\(source), heard at \($0) UTC" } ?? source }

    /// When the price was heard, with the date where it was not today.
    var since: String? { heard.map { needsDate ? $0.dateAndClockText : $0.clockText } }

    private static func day(_ time: MarketTime) -> String { String(time.iso8601.prefix(10)) }
}
