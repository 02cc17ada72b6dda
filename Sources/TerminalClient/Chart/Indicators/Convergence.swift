/// Appel's moving average convergence and divergence (MACD): a fast average minus a slow one, and an average of that.
struct Convergence: Hashable, Sendable {
    struct Values: Equatable, Sendable {
        /// One value for each close; nil as long as there are too few closes.
        let line: [Double?]
        let signal: [Double?]
        /// The line minus the signal.
        let difference: [Double?]
    }

    var fast = 12
    var slow = 26
    var signal = 9

    func values(_ closes: [Double]) -> Values {
        let fast = ExponentialAverage(period: fast).values(closes)
        let slow = ExponentialAverage(period: slow).values(closes)
        let line = zip(fast, slow).map { Self.difference($0, $1) }
        let signal = ExponentialAverage(period: signal).values(line)
        return Values(line: line, signal: signal, difference: zip(line, signal).map { Self.difference($0, $1) })
    }

    private static func difference(_ one: Double?, _ other: Double?) -> Double? {
        if let one, let other { one - other } else { nil }
    }
}
