internal import Shared

/// The lowest and the highest price of each minute, for one coin at one source.
struct MinuteSamples {
    private struct Sample {
        let minute: Int64
        var low: Double
        var high: Double
    }

    /// What is known about several minutes.
    struct Span: Equatable {
        var low: Double
        var high: Double
        /// Whether prices were heard over the whole time.
        var isWhole: Bool
    }

    /// A listing is asked once a minute, so one minute without a price is not a hole.
    private static let holeMin: Int64 = 3

    /// Ascending by minute, with no minute twice.
    private var samples: [Sample] = []

    private static func minute(of time: MarketTime) -> Int64 { time.milliseconds / 60_000 }

    /// - Parameter minutes: how many minutes are kept.
    mutating func take(_ price: Double, at time: MarketTime, keeping minutes: Int) {
        let minute = Self.minute(of: time)
        // The clock was set back, so samples of minutes to come are wrong.
        while let last = samples.last, last.minute > minute { samples.removeLast() }
        if let last = samples.indices.last, samples[last].minute == minute {
            samples[last].low = min(samples[last].low, price)
            samples[last].high = max(samples[last].high, price)
            return
        }
        samples.append(Sample(minute: minute, low: price, high: price))
        let old = samples.prefix { $0.minute < minute - Int64(minutes) }
        if old.count > 64 { samples.removeFirst(old.count) }
    }

    /// The span of the last minutes.
    func span(minutes: Int, to time: MarketTime) -> Span? {
        let end = Self.minute(of: time)
        let start = end - Int64(minutes)
        guard let last = samples.last, last.minute >= start else { return nil }
        var span = Span(low: last.low, high: last.high, isWhole: end - last.minute < Self.holeMin)
        var next = last.minute
        for sample in samples.reversed().dropFirst() {
            if next - sample.minute >= Self.holeMin { span.isWhole = false }
            if sample.minute < start { break }
            (span.low, span.high) = (min(span.low, sample.low), max(span.high, sample.high))
            next = sample.minute
        }
        if next - start >= Self.holeMin { span.isWhole = false }
        return span
    }
}
