/// Why a compared coin has no line, in a word or two.
enum ComparedAbsence: Hashable, Sendable, CustomStringConvertible {
    case loading
    case noCandles
    case notListed
    case notAvailable
    case tooManyCharts

    var description: String {
        switch self {
        case .loading: "loading…"
        case .noCandles: "no candles"
        case .notListed: "not listed"
        case .notAvailable: "not available"
        case .tooManyCharts: "too many charts"
        }
    }
}
