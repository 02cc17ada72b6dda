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

    /// How long the provider goes on sending an answer that it has made: asking more often is waste.
    package var lag: Duration {
        switch self {
        case .minutes: .seconds(40)
        case .hours, .days: .seconds(610)
        }
    }
}
