internal import Shared

/// The thresholds of one coin's alerts, and the polls that have met them.
struct CoinAlerts {
    private struct Gauge {
        let gauge: AlertGauge
        var rising = ThresholdList(isRise: true)
        var falling = ThresholdList(isRise: false)
        /// The lowest and highest prices of the window, without those that have come since.
        var span: (minute: Int64, span: MinuteSamples.Span)?

        var isEmpty: Bool { rising.isEmpty && falling.isEmpty }
    }

    private var gauges: [Gauge] = []
    /// Prices strictly between these meet no threshold. So most polls need not read the lists.
    private var quiet = (above: -Double.infinity, below: Double.infinity)
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
        if index == gauges.count { gauges.append(Gauge(gauge: gauge)) }
        if threshold.isRise {
            gauges[index].rising.insert(slot, at: threshold)
        } else {
            gauges[index].falling.insert(slot, at: threshold)
        }
        updateQuiet()
    }

    mutating func remove(_ slot: AlertSlot, _ gauge: AlertGauge, _ threshold: Threshold) {
        guard let index = gauges.firstIndex(where: { $0.gauge == gauge }) else { return }
        if threshold.isRise {
            gauges[index].rising.remove(slot, at: threshold)
        } else {
            gauges[index].falling.remove(slot, at: threshold)
        }
        updateQuiet()
    }

    /// Rounding may not hide a threshold that is met exactly, so the limits are a little nearer than the thresholds.
    private mutating func updateQuiet() {
        quiet = (-.infinity, .infinity)
        for index in gauges.indices where !gauges[index].isEmpty {
            guard gauges[index].gauge == .price else {
                quiet = (.infinity, -.infinity)
                return
            }
            if let next = gauges[index].falling.next { quiet.above = next.approximate * (1 + 1e-12) }
            if let next = gauges[index].rising.next { quiet.below = next.approximate * (1 - 1e-12) }
        }
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
        for index in gauges.indices { gauges[index].span = nil }
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
        if quiet.above < self.price, self.price < quiet.below { return [] }
        var found: [AlertSlot] = []
        for index in gauges.indices {
            guard let reading = reading(index, quote, price, confirmed, at: time) else { continue }
            let (gauge, count) = (gauges[index].gauge, found.count)
            if reading.tells(gauge, isRise: true) { gauges[index].rising.find(metBy: reading.value, into: &found) }
            if reading.tells(gauge, isRise: false) { gauges[index].falling.find(metBy: reading.value, into: &found) }
            if gauge.minutes != nil, looks == firstKnownLook { metByCandles += found[count...] }
        }
        return found
    }

    /// - Returns: nil if the value is unknown.
    private mutating func reading(
        _ index: Int,
        _ quote: Quote,
        _ price: ExactDecimal,
        _ confirmed: ConfirmedPrice?,
        at time: MarketTime
    ) -> GaugeReading? {
        switch gauges[index].gauge {
        case .price: return GaugeReading(value: price)
        // No gauge of a coin: see `HoldingAlerts`.
        case .holdings: return nil
        case .dayChange:
            let value = quote.dayChange.flatMap { try? ExactDecimal(mantissa: Int64($0.hundredths), exponent: -2) }
            return value.map { GaugeReading(value: $0) }
        case .rise(let minutes):
            guard let span = span(index, minutes, confirmed, at: time) else { return nil }
            return Self.move(from: span.low, to: price.approximate, isWhole: span.isWhole)
        case .fall(let minutes):
            guard let span = span(index, minutes, confirmed, at: time) else { return nil }
            return Self.move(from: span.high, to: price.approximate, isWhole: span.isWhole)
        }
    }

    /// In steps of a ten thousandth of a percent point, which is finer than any threshold.
    private static func move(from one: Double, to other: Double, isWhole: Bool) -> GaugeReading? {
        let ratio = ((other / one - 1) * 1_000_000).rounded()
        guard let mantissa = Int64(exactly: ratio), let value = try? ExactDecimal(mantissa: mantissa, exponent: -4)
        else { return nil }
        return GaugeReading(value: value, isWhole: isWhole)
    }

    /// Searches the window once a minute. Within the minute, only the price of the last two polls is new.
    private mutating func span(
        _ index: Int,
        _ minutes: Int,
        _ confirmed: ConfirmedPrice?,
        at time: MarketTime
    ) -> MinuteSamples.Span? {
        let minute = time.milliseconds / 60_000
        if var known = gauges[index].span, known.minute == minute, let confirmed {
            known.span.take(confirmed)
            gauges[index].span = known
            return known.span
        }
        let span = samples[source]?.span(minutes: minutes, to: time)
        gauges[index].span = span.map { (minute, $0) }
        return span
    }
}
