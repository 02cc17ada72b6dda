package import Shared

/// The candles that CryptoCompare keeps (providers.md section 3.2). All of them begin at whole multiples in UTC.
package enum CryptoCompareHistory: String, CaseIterable, Sendable {
    case minutes = "histominute"
    case hours = "histohour"
    case days = "histoday"

    /// The greatest `limit`; one candle more is sent.
    static let limitMax = 2000

    package var interval: CandleInterval {
        switch self {
        case .minutes: .minute
        case .hours: .hour
        case .days: .day
        }
    }

    /// How many candles there are at all. Minutes reach back seven days on common plans; the history of hours and days is
    /// longer than any chart, and the limit bounds the number of requests for one.
    var reach: Int {
        switch self {
        case .minutes: 7 * 24 * 60
        case .hours, .days: 5 * Self.limitMax
        }
    }

    /// Whether candles from `first` on are all that is still kept, so that they do not tell when the coin was listed.
    func ends(at first: MarketTime?, asOf now: MarketTime) -> Bool {
        guard self == .minutes, let first else { return false }
        // Where exactly the seven days begin is documented nowhere.
        return now.elapsed(since: first) > .seconds(6 * 86_400)
    }

    /// How long the provider goes on sending an answer that it has made: asking more often is waste.
    package var lag: Duration {
        switch self {
        case .minutes: .seconds(40)
        case .hours, .days: .seconds(610)
        }
    }
}
