/// The source of a coin's prices: generated, or recorded and played again. The `span` of a value never changes.
enum PriceRecord: Sendable {
    case generated(PricePath)
    case recorded(MinuteTape)

    /// Passes all spans of `length` minutes that touch `minutes`, in order, with their first minute.
    /// - Parameter length: 1, 5, 15, 30, 60, 240 or 480; spans begin at whole multiples of it.
    func forEachSpan(ofMinutes length: Int64, in minutes: Range<Int64>, _ take: (Int64, PriceSpan) -> Void) {
        switch self {
        case .generated(let path): path.forEachSpan(ofMinutes: length, in: minutes, take)
        case .recorded(let tape): tape.forEachSpan(ofMinutes: length, in: minutes, take)
        }
    }

    /// Everything that happened in `minutes`, as one span; nil if there are none.
    func span(of minutes: Range<Int64>) -> PriceSpan? {
        switch self {
        case .generated(let path): path.span(of: minutes)
        case .recorded(let tape): tape.span(of: minutes)
        }
    }

    func span(ofMinute minute: Int64) -> PriceSpan {
        span(of: minute..<minute + 1) ?? PriceSpan(flatAt: 1)
    }
}
