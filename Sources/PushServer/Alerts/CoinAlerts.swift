internal import Shared

/// The thresholds of one coin's alerts, and the polls that have met them.
struct CoinAlerts {
    private struct Gauge {
        let gauge: AlertGauge
        private var rising = ThresholdList(isRise: true)
        private var falling = ThresholdList(isRise: false)
        /// Values strictly between these meet no threshold. So most polls need not read the lists.
        private var quiet = (above: -Double.infinity, below: Double.infinity)

        var isEmpty: Bool { rising.isEmpty && falling.isEmpty }

        init(_ gauge: AlertGauge) { self.gauge = gauge }

        mutating func insert(_ slot: AlertSlot, at threshold: Threshold) {
            if threshold.isRise { rising.insert(slot, at: threshold) } else { falling.insert(slot, at: threshold) }
            updateQuiet()
        }

        mutating func remove(_ slot: AlertSlot, at threshold: Threshold) {
            if threshold.isRise { rising.remove(slot, at: threshold) } else { falling.remove(slot, at: threshold) }
            updateQuiet()
        }

        /// Rounding may not hide a threshold that is met exactly, so the limits are a little nearer than the thresholds.
        private mutating func updateQuiet() {
            let rounding = gauge.minutes == nil ? 0 : GaugeReading.moveStep
            quiet = (-.infinity, .infinity)
            if let next = falling.next?.approximate { quiet.above = next + abs(next) * 1e-12 + rounding }
            if let next = rising.next?.approximate { quiet.below = next - abs(next) * 1e-12 - rounding }
        }

        /// Whether a value meets no threshold for sure.
        func isQuiet(at value: Double) -> Bool { quiet.above < value && value < quiet.below }

        /// Adds the alerts whose threshold is met.
        func find(metBy reading: GaugeReading, into found: inout [AlertSlot]) {
            if reading.tells(gauge, isRise: true) { rising.find(metBy: reading.value, into: &found) }
            if reading.tells(gauge, isRise: false) { falling.find(metBy: reading.value, into: &found) }
        }
    }

    private var gauges: [Gauge] = []
    private var samples: [SourceNumber: MinuteSamples] = [:]
    /// Counts the polls that had the coin's price, from 1.
    private(set) var looks: UInt32 = 0
    /// The first look of the present unbroken row of looks, all at one source.
    private(set) var unbrokenSince: UInt32 = 0
    /// The look at which candles first covered the minutes before the start; nil if they have not come yet.
    private var firstKnownLook: UInt32?
    /// The alerts on a move whose threshold was met at that look. Empty after any other look.
    private(set) var metByCandles: [AlertSlot] = []
    private var source = SourceNumber.none
    private var isBroken = true
    /// The price of the last look.
    private var price = 0.0

    // MARK: Thresholds

    /// How many alerts the coin has, whatever they wait for at the moment.
    private var count = 0
    /// How many alerts watch a move, by its window in minutes.
    private var windows: [Int: Int] = [:]
    /// The longest window in minutes; nil if no alert watches a move.
    private(set) var window: Int?

    var isEmpty: Bool { count == 0 }

    mutating func add(_ gauge: AlertGauge) {
        count += 1
        guard let minutes = gauge.minutes else { return }
        windows[minutes, default: 0] += 1
        window = windows.keys.max()
    }

    /// Stops sampling when no alert watches a move any more.
    mutating func discard(_ gauge: AlertGauge) {
        count -= 1
        gauges.removeAll(where: \.isEmpty)
        guard let minutes = gauge.minutes, let users = windows[minutes] else { return }
        windows[minutes] = users > 1 ? users - 1 : nil
        window = windows.keys.max()
        if window == nil { samples = [:] }
    }

    mutating func insert(_ slot: AlertSlot, _ gauge: AlertGauge, _ threshold: Threshold) {
        let index = gauges.firstIndex { $0.gauge == gauge } ?? gauges.count
        if index == gauges.count { gauges.append(Gauge(gauge)) }
        gauges[index].insert(slot, at: threshold)
    }

    mutating func remove(_ slot: AlertSlot, _ gauge: AlertGauge, _ threshold: Threshold) {
        guard let index = gauges.firstIndex(where: { $0.gauge == gauge }) else { return }
        gauges[index].remove(slot, at: threshold)
    }

    // MARK: Polls

    /// Whether alerts need prices of minutes before the present ones.
    func lacksMinutes(at now: MarketTime) -> Bool {
        guard let window, source != .none else { return false }
        return !(samples[source]?.isWhole(minutes: window, to: now) ?? false)
    }

    /// Adds a source's candles of the minutes before.
    mutating func fill(_ candles: [Candle], of source: SourceNumber, at now: MarketTime) {
        guard let window else { return }
        samples[source, default: MinuteSamples()].fill(candles, at: now, keeping: window)
        if firstKnownLook == nil { firstKnownLook = looks + 1 }
    }

    /// The price now comes from another source, or a poll has left the coin out. Thresholds that were met before no
    /// longer count.
    mutating func breakOff() { isBroken = true }

    /// - Returns: whether the price comes from another source than at the last look.
    func isOfOther(_ source: SourceNumber) -> Bool { self.source != source }

    /// Looks at the price of one more poll.
    /// - Returns: the alerts whose threshold is met.
    mutating func look(_ quote: Quote, _ price: ExactDecimal, at time: MarketTime) -> [AlertSlot] {
        looks += 1
        if isBroken || source != quote.pricing.source { unbrokenSince = looks }
        (isBroken, source) = (false, quote.pricing.source)
        let confirmed = unbrokenSince < looks ? ConfirmedPrice(self.price, price.approximate) : nil
        self.price = price.approximate
        if let window, let confirmed {
            samples[source, default: MinuteSamples()].take(confirmed, at: time, keeping: window)
        }
        metByCandles = []
        let samples = window == nil ? nil : samples[source]
        var found: [AlertSlot] = []
        for index in gauges.indices {
            let gauge = gauges[index].gauge
            let value = Self.approximate(gauge, quote, self.price, samples, at: time)
            guard let value, !gauges[index].isQuiet(at: value) else { continue }
            guard let reading = Self.reading(gauge, quote, price, value, samples, at: time) else { continue }
            let count = found.count
            gauges[index].find(metBy: reading, into: &found)
            if gauge.minutes != nil, looks == firstKnownLook { metByCandles += found[count...] }
        }
        return found
    }

    /// The value of a gauge in floating point; nil if it is unknown.
    private static func approximate(
        _ gauge: AlertGauge,
        _ quote: Quote,
        _ price: Double,
        _ samples: MinuteSamples?,
        at time: MarketTime
    ) -> Double? {
        switch gauge {
        case .price: price
        // No gauge of a coin: see `HoldingAlerts`.
        case .holdings: nil
        case .dayChange: quote.dayChange.map { Double($0.hundredths) / 100 }
        case .rise(let minutes): samples?.low(minutes: minutes, to: time).map { (price / $0 - 1) * 100 }
        case .fall(let minutes): samples?.high(minutes: minutes, to: time).map { (price / $0 - 1) * 100 }
        }
    }

    /// - Parameter value: the same in floating point.
    private static func reading(
        _ gauge: AlertGauge,
        _ quote: Quote,
        _ price: ExactDecimal,
        _ value: Double,
        _ samples: MinuteSamples?,
        at time: MarketTime
    ) -> GaugeReading? {
        switch gauge {
        case .price: GaugeReading(value: price)
        case .holdings: nil
        case .dayChange:
            quote.dayChange.flatMap { try? ExactDecimal(mantissa: Int64($0.hundredths), exponent: -2) }
                .map { GaugeReading(value: $0) }
        case .rise(let minutes), .fall(let minutes):
            GaugeReading(move: value, isWhole: samples?.isWhole(minutes: minutes, to: time) ?? false)
        }
    }
}
