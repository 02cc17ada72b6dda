package import Shared

/// One coin's market: a price on its exchange's tick size that follows the record of each minute.
package struct SimulatedCoin: Sendable {
    package let identity: CoinIdentity
    /// Base and quote as Huobi writes them, `btcusdt`; nil if the exchange does not trade the coin.
    package internal(set) var pair: String?
    /// The decimals of the price: five digits, and at least cents.
    package let decimals: Int
    /// The decimals of traded amounts. Expensive coins have more.
    package let amountDecimals: Int
    /// Whole coins in circulation.
    package let supply: Int64
    /// The first minute since 1970 that has a price; the beginning of a block of eight hours.
    let birth: Int64
    let record: PriceRecord
    /// `mantissa × 10^-decimals` US dollars.
    package private(set) var price: Int64
    /// In US cents.
    private(set) var turnover: Int64
    private(set) var history: PriceHistory
    package private(set) var lastChanged: MarketTime
    /// Grows with every change that a rendered row could show.
    private(set) var version: UInt64 = 1

    private let usualTurnover: Int64
    private var live: LiveMinute
    /// The finished minutes of the day in UTC+8.
    private var day: PriceSpan?

    /// - Parameters:
    ///   - volatility: in thousandths of the usual one.
    ///   - key: selects the coin's past and future among all possible ones.
    init(_ seed: CoinSeed, volatility: Int64, key: UInt64, at time: MarketTime) {
        let decimals = Self.decimals(of: seed.price)
        guard let home = seed.price.mantissa(at: -decimals), home > 0 else {
            preconditionFailure("\(seed.identity.name) starts from a price with more digits than its ticks have")
        }
        var random = SeededGenerator(key, 0, -1)
        let daily = PriceSpan.Traded(dayOf: seed, home: home, decimals: decimals, &random)
        let path = PricePath(
            key: key,
            home: home,
            daySpread: volatility * Self.daySpread(marketCap: seed.marketCap) / 1000,
            isStable: seed.isStable,
            dayTraded: daily
        )
        self.init(seed, .generated(path), decimals: decimals, daily: daily, birth: seed.birth, at: time)
    }

    /// - Parameter daily: the amount that is usually traded in a day.
    init(
        _ seed: CoinSeed,
        _ record: PriceRecord,
        decimals: Int,
        daily: PriceSpan.Traded,
        birth: Int64,
        at time: MarketTime
    ) {
        (identity, supply, self.record, self.birth, self.decimals) = (
            seed.identity, seed.supply, record, birth, decimals
        )
        amountDecimals = PriceSpan.Traded.amountDecimals(of: seed.price)
        live = LiveMinute(time.minute, record)
        price = live.aim(at: time)
        (turnover, usualTurnover) = (daily.turnover, daily.turnover)
        history = PriceHistory(record, birth: birth, at: time)
        lastChanged = time
        day = record.span(of: Self.minutes(from: max(birth, Self.dayStart(time.minute)), to: time.minute))
    }

    /// In US cents.
    package var marketCap: Int128 { Int128(supply) * Int128(price) * 100 / CoinSeed.powerOfTen(decimals) }

    /// The day in UTC+8 until now, as in Huobi's ticker. It equals the unfinished candle of the day.
    var dayOpen: Int64 { day?.open ?? live.span.open }
    var dayHigh: Int64 { max(day?.high ?? 0, live.high(price)) }
    var dayLow: Int64 { min(day?.low ?? .max, live.low(price)) }

    /// The unfinished minute. It ends at the present price, and its volume is proportional to its time.
    func current(at now: MarketTime) -> PriceSpan {
        let share = UInt64.max / 60_000 * UInt64(now.millisecondsIntoMinute)
        return PriceSpan(
            open: live.span.open,
            high: live.high(price),
            low: live.low(price),
            close: price,
            traded: live.span.traded.scaled(share)
        )
    }

    /// One step, in the minute that was passed to `beginMinute`.
    mutating func move(at time: MarketTime, _ random: inout SeededGenerator) {
        let moved = live.step(from: price, at: time, &random)
        guard moved != price else { return }
        price = moved
        turnover = max(1000, turnover + (usualTurnover - turnover) / 256 + usualTurnover / 600 * random.bell() / 1155)
        lastChanged = time
        version += 1
    }

    /// The coin with the price that it would have if it were traded all the time, for coins that never tick.
    func followed(to time: MarketTime) -> SimulatedCoin {
        var copy = self
        copy.beginMinute(time.minute)
        copy.price = copy.live.aim(at: time)
        copy.lastChanged = time
        return copy
    }

    mutating func beginMinute(_ minute: Int64) {
        guard minute != live.minute else { return }
        let before = (dayOpen, dayHigh, dayLow)
        let start = max(birth, Self.dayStart(minute))
        // A new day has begun, or the clock was set back.
        if start > live.minute || minute < live.minute { day = nil }
        let seen = day == nil ? start : max(start, live.minute)
        if let passed = record.span(of: Self.minutes(from: seen, to: minute)) {
            if day == nil { day = passed } else { day?.append(passed) }
        }
        live = LiveMinute(minute, record)
        if (dayOpen, dayHigh, dayLow) != before { version += 1 }
    }

    mutating func roll(window: Int, at time: MarketTime) {
        history.roll(window, record, birth: birth, at: time)
        version += 1
    }

    private static func minutes(from start: Int64, to end: Int64) -> Range<Int64> { start..<max(start, end) }

    private static func dayStart(_ minute: Int64) -> Int64 {
        CandleBucket.days(1, shift: CandleBucket.singaporeShift).start(of: minute)
    }

    private static func decimals(of price: ExactDecimal) -> Int {
        let magnitude = String(price.mantissa).count + price.exponent - 1
        return max(2, 4 - magnitude)
    }

    /// The usual movement of a coin over a day, in millionths. Small coins move more.
    private static func daySpread(marketCap: Int64) -> Int64 {
        switch marketCap {
        case ..<500_000_000: 60_000
        case ..<10_000_000_000: 40_000
        default: 25_000
        }
    }
}

extension SimulatedCoin {
    /// A coin whose prices are recorded minutes. The market begins in their middle, so that charts have a past. After
    /// the last one they begin again.
    init(_ seed: CoinSeed, playing minutes: RecordedMinutes, at time: MarketTime) {
        let decimals = minutes.decimals
        let amountDecimals = PriceSpan.Traded.amountDecimals(of: seed.price)
        let spans = minutes.spans(decimals: decimals, amountDecimals: amountDecimals)
        let start = time.minute - Int64(spans.count) / 2
        var total = PriceSpan.Traded.nothing
        for span in spans { total.add(span.traded) }
        let days = max(1, Int64(spans.count) / 1440)
        let daily = PriceSpan.Traded(
            turnover: max(1000, total.turnover / days),
            amount: total.amount / days,
            trades: total.trades / days
        )
        // History begins at the first whole block, like that of every coin.
        let blocks = PricePath.floorDivision(start + PricePath.blockMinutes - 1, PricePath.blockMinutes)
        self.init(
            seed,
            .recorded(MinuteTape(spans, start: start)),
            decimals: decimals,
            daily: daily,
            birth: min(blocks * PricePath.blockMinutes, time.minute),
            at: time
        )
    }
}
