package import Shared

/// The candles that CryptoCompare offers. All begin at whole multiples of their length in
/// UTC.
package enum CryptoCompareHistory: String, CaseIterable, Sendable {
    case minutes = "histominute"
    case hours = "histohour"
    case days = "histoday"

    /// The maximum `limit`. The provider sends one candle more.
    static let limitMax = 2000

    package var interval: CandleInterval {
        switch self {
        case .minutes: .minute
        case .hours: .hour
        case .days: .day
        }
    }

    /// How many candles are available. Minutes reach back seven days on common plans. The history of hours and days is
    /// longer than any chart, and this limits the requests for one chart.
    var reach: Int {
        switch self {
        case .minutes: 7 * 24 * 60
        case .hours, .days: 5 * Self.limitMax
        }
    }

    /// Whether `first` is about the oldest candle that the provider keeps. Then it does not show when the coin was
    /// listed.
    func ends(at first: MarketTime?, asOf now: MarketTime) -> Bool {
        guard self == .minutes, let first else { return false }
        // The exact start of the seven days is not documented.
        return now.elapsed(since: first) > .seconds(6 * 86_400)
    }

    /// How long the provider repeats a cached answer. More frequent requests bring nothing new.
    package var lag: Duration {
        switch self {
        case .minutes: .seconds(40)
        case .hours, .days: .seconds(610)
        }
    }
}
