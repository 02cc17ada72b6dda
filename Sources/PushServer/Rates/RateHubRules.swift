internal import Shared

/// Decides which table of rates is shown: that of the first source whose table is not old, or else the newest. The day
/// of the shown table never falls.
struct RateHubRules {
    /// The names of the sources, the preferred one first.
    private let sources: [String]
    private var tables: [String: ExchangeRates] = [:]
    /// The shown table; nil if none has come.
    private(set) var shown: ExchangeRates?

    /// - Parameter kept: the table that was shown before; nil: none. Old rates with their day are better than none.
    init(sources: [String], kept: ExchangeRates?) {
        self.sources = sources
        guard let kept, sources.contains(kept.source) else { return }
        tables[kept.source] = kept
        shown = kept
    }

    /// A source has sent its rates.
    /// - Returns: whether the shown table has changed.
    mutating func arrived(_ rates: ExchangeRates, at now: MarketTime) -> Bool {
        // A source's cache may be older than an earlier answer.
        if !rates.isOlder(than: tables[rates.source]) { tables[rates.source] = rates }
        return choose(at: now)
    }

    /// A source has answered that its rates have not changed.
    mutating func confirmed(_ source: String, at now: MarketTime) -> Bool {
        tables[source]?.heard = now
        return choose(at: now)
    }

    /// Rates become old without any answer.
    mutating func timePassed(to now: MarketTime) -> Bool { choose(at: now) }

    private mutating func choose(at now: MarketTime) -> Bool {
        let known = sources.compactMap { tables[$0] }.filter { !$0.isOlder(than: shown) }
        let next = known.first { !$0.isOld(at: now) } ?? known.max { $0.isOlder(than: $1) }
        // A newer `heard` time alone is not news.
        let isNews = next.map(\.content) != shown.map(\.content)
        shown = next
        return isNews
    }
}

extension ExchangeRates {
    /// Everything but the time at which it was heard.
    fileprivate var content: ExchangeRates {
        var content = self
        content.heard = MarketTime(milliseconds: 0)
        return content
    }
}
