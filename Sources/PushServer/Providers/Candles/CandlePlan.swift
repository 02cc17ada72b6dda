package import Shared

/// How candles of one interval are had from one source: what is asked for, in how many requests, and what is built from it.
///
/// A source is asked for an interval of its own where it has one with the right bounds, otherwise for the coarsest finer
/// one: days and weeks of Huobi from its four-hour candles (its own begin at midnight in UTC+8), and everything between
/// minute, hour and day of CryptoCompare from the next finer of these. CryptoCompare's own `aggregate` reaches no further
/// back (`limit` × `aggregate` is held to 2000), and where its candles begin is documented nowhere, so it is not used.
package struct CandlePlan: Equatable, Sendable {
    /// What the source is asked for.
    package enum Asked: Equatable, Sendable {
        case huobi(HuobiPeriod)
        case cryptoCompare(CryptoCompareHistory)
    }

    package let asked: Asked
    /// What is wanted.
    package let interval: CandleInterval
    /// How many candles of `interval` come of it at most: what is wanted, or what the source can give.
    package let count: Int
    /// How many of the asked candles each request is for, the newest first.
    package let pages: [Int]

    package init(source: KlineSource, interval: CandleInterval, count: Int) {
        asked = Self.asked(source, interval)
        self.interval = interval
        let ratio = Int(interval.seconds / asked.interval.seconds)
        self.count = max(1, min(count, asked.reach / ratio))
        pages = Self.pages(of: self.count * ratio, each: asked.pageMax)
    }

    /// Whether the asked candles are not yet what is wanted.
    package var isBuilt: Bool { asked.interval != interval }

    private static func asked(_ source: KlineSource, _ interval: CandleInterval) -> Asked {
        switch (source, interval) {
        case (.huobi, .minute): .huobi(.minute)
        case (.huobi, .fiveMinutes): .huobi(.fiveMinutes)
        case (.huobi, .quarterHour): .huobi(.quarterHour)
        case (.huobi, .halfHour): .huobi(.halfHour)
        case (.huobi, .hour): .huobi(.hour)
        case (.huobi, .fourHours), (.huobi, .day), (.huobi, .week): .huobi(.fourHours)
        case (.cryptoCompare, .minute), (.cryptoCompare, .fiveMinutes), (.cryptoCompare, .quarterHour),
            (.cryptoCompare, .halfHour):
            .cryptoCompare(.minutes)
        case (.cryptoCompare, .hour), (.cryptoCompare, .fourHours): .cryptoCompare(.hours)
        case (.cryptoCompare, .day), (.cryptoCompare, .week): .cryptoCompare(.days)
        }
    }

    private static func pages(of count: Int, each most: Int) -> [Int] {
        var pages = Array(repeating: most, count: count / most)
        if count % most > 0 { pages.append(count % most) }
        return pages
    }
}

extension CandlePlan.Asked {
    /// The length of the asked candles; all of them begin at whole multiples of it in UTC.
    package var interval: CandleInterval {
        switch self {
        // Only periods with such bounds are ever asked for.
        case .huobi(let period): period.interval ?? .fourHours
        case .cryptoCompare(let history): history.interval
        }
    }

    /// The most candles in one answer.
    fileprivate var pageMax: Int {
        switch self {
        case .huobi: HuobiPeriod.countMax
        case .cryptoCompare: CryptoCompareHistory.limitMax
        }
    }

    /// The most candles that can be had at all.
    fileprivate var reach: Int {
        switch self {
        // The latest page is all there is.
        case .huobi: HuobiPeriod.countMax
        // Minutes reach back seven days on common plans.
        case .cryptoCompare(.minutes): 7 * 24 * 60
        // Their history is longer than any chart; the limit bounds the number of requests for one.
        case .cryptoCompare(.hours), .cryptoCompare(.days): 5 * CryptoCompareHistory.limitMax
        }
    }
}
