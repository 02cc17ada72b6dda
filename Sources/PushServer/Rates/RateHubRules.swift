internal import Shared

/// Which table of rates is shown: of several sources' the first one's, as long as it is not old, else the newest.
struct RateHubRules {
    /// The names of the sources, the preferred one first.
    private let sources: [String]
    private var tables: [String: ExchangeRates] = [:]
    /// What is shown; nil: nothing has come yet.
    private(set) var shown: ExchangeRates?

    /// - Parameter kept: what the last process showed. Old rates with their day are better than none.
    init(sources: [String], kept: ExchangeRates? = nil) {
        self.sources = sources
        guard let kept, sources.contains(kept.source) else { return }
        tables[kept.source] = kept
        shown = kept
    }

    /// A source has told its rates.
    /// - Returns: whether something else is shown now.
    mutating func arrived(_ rates: ExchangeRates, at now: MarketTime) -> Bool {
        tables[rates.source] = rates
        return choose(at: now)
    }

    /// A source has said that its rates are what they were.
    mutating func confirmed(_ source: String, at now: MarketTime) -> Bool {
        tables[source]?.heard = now
        return choose(at: now)
    }

    /// Rates get old without a word.
    mutating func timePassed(to now: MarketTime) -> Bool { choose(at: now) }

    private mutating func choose(at now: MarketTime) -> Bool {
        let known = sources.compactMap { tables[$0] }
        let next = known.first { !$0.isOld(at: now) } ?? known.max { $0.day.daysSince1970 < $1.day.daysSince1970 }
        // That a source was heard again is no news, unless it has something new to say.
        let isNews = next.map(\.content) != shown.map(\.content)
        shown = next
        return isNews
    }
}

extension ExchangeRates {
    /// All but when it was heard.
    fileprivate var content: ExchangeRates {
        var content = self
        content.heard = MarketTime(milliseconds: 0)
        return content
    }
}
