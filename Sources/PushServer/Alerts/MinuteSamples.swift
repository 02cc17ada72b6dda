internal import Shared

/// The lowest and the highest price of each minute, for one coin at one source.
struct MinuteSamples {
    private struct Sample {
        let minute: Int64
        var low: Double
        var high: Double
    }

    /// The prices of several minutes, as far as they are known.
    struct Span: Equatable {
        var low: Double
        var high: Double
        /// Whether prices were heard over the whole time.
        var isWhole: Bool

        /// Adds a price that two successive polls have confirmed.
        mutating func take(_ price: ConfirmedPrice) {
            (low, high) = (min(low, price.low), max(high, price.high))
        }
    }

    /// A listing is asked once a minute, so one minute without a price is not a hole.
    private static let holeMin: Int64 = 3

    /// Ascending by minute, with no minute twice.
    private var samples: [Sample] = []
    /// The first minute after the last hole.
    private var unbrokenSince: Int64 = 0

    private static func minute(of time: MarketTime) -> Int64 { time.milliseconds / 60_000 }

    /// - Parameter minutes: how many minutes are kept.
    mutating func take(_ price: ConfirmedPrice, at time: MarketTime, keeping minutes: Int) {
        let minute = Self.minute(of: time)
        // The clock was set back, so samples of future minutes are wrong.
        while let last = samples.last, last.minute > minute { samples.removeLast() }
        append(Sample(minute: minute, low: price.low, high: price.high))
        let old = samples.prefix { $0.minute < minute - Int64(minutes) }
        if old.count > 64 { samples.removeFirst(old.count) }
    }

    /// Adds candles. Nothing was traded between two candles, so the price stayed.
    ///
    /// A candle counts with its open and its close only, because its lowest and its highest price may be single odd
    /// prices.
    /// - Parameters:
    ///   - candles: ascending, of one minute each.
    ///   - time: when they were asked for.
    ///   - minutes: how many minutes are kept.
    mutating func fill(_ candles: [Candle], at time: MarketTime, keeping minutes: Int) {
        let end = Self.minute(of: time)
        var told: [Sample] = []
        for candle in candles where candle.open > .zero && candle.close > .zero {
            let (open, close) = (candle.open.approximate, candle.close.approximate)
            let minute = Self.minute(of: candle.time)
            Self.hold(&told, to: minute)
            told.append(Sample(minute: minute, low: min(open, close), high: max(open, close)))
        }
        Self.hold(&told, to: end + 1)
        let all = (told.filter { (end - Int64(minutes)...end).contains($0.minute) } + samples)
        samples = []
        for sample in all.sorted(by: { $0.minute < $1.minute }) { append(sample) }
    }

    /// Repeats the last price for the minutes up to another one.
    private static func hold(_ samples: inout [Sample], to end: Int64) {
        guard let last = samples.last, last.minute + 1 < end else { return }
        // Nobody asks for more than a day.
        for minute in max(last.minute + 1, end - 1440)..<end {
            samples.append(Sample(minute: minute, low: last.low, high: last.high))
        }
    }

    private mutating func append(_ sample: Sample) {
        if let last = samples.indices.last, samples[last].minute == sample.minute {
            samples[last].low = min(samples[last].low, sample.low)
            samples[last].high = max(samples[last].high, sample.high)
            return
        }
        let isAfterHole = samples.last.map { sample.minute - $0.minute >= Self.holeMin } ?? true
        if isAfterHole { unbrokenSince = sample.minute }
        samples.append(sample)
    }

    /// Whether the last minutes are known without a hole.
    func isWhole(minutes: Int, to time: MarketTime) -> Bool {
        let end = Self.minute(of: time)
        guard let last = samples.last else { return false }
        return end - last.minute < Self.holeMin && unbrokenSince - (end - Int64(minutes)) < Self.holeMin
    }

    /// The span of the last minutes.
    func span(minutes: Int, to time: MarketTime) -> Span? {
        let start = Self.minute(of: time) - Int64(minutes)
        guard let last = samples.last, last.minute >= start else { return nil }
        var span = Span(low: last.low, high: last.high, isWhole: isWhole(minutes: minutes, to: time))
        for sample in samples.reversed().dropFirst() {
            if sample.minute < start { break }
            (span.low, span.high) = (min(span.low, sample.low), max(span.high, sample.high))
        }
        return span
    }
}

/// The range that two successive polls of a source agree on. A single odd price that the next poll reverts is neither a
/// low nor a high.
struct ConfirmedPrice: Equatable {
    /// The price was as low as this at both polls.
    let low: Double
    /// The price was as high as this at both polls.
    let high: Double

    init(_ one: Double, _ other: Double) { (low, high) = (max(one, other), min(one, other)) }
}
