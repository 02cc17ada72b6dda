package import Shared

/// One coin's market: a price that wanders on its exchange's tick size and keeps returning to where it belongs.
package struct SimulatedCoin: Sendable {
    package let identity: CoinIdentity
    /// Base and quote as Huobi writes them, `btcusdt`; nil where the exchange does not trade the coin.
    package internal(set) var pair: String?
    /// Of the price: five digits, and at least cents.
    package let decimals: Int
    /// Whole coins in circulation.
    package let supply: Int64
    /// `mantissa × 10^-decimals` US dollars.
    package private(set) var price: Int64
    /// The day in UTC+8, as Huobi counts it.
    private(set) var dayOpen: Int64
    private(set) var dayHigh: Int64
    private(set) var dayLow: Int64
    /// In US cents.
    private(set) var turnover: Int64
    private(set) var history: PriceHistory
    package private(set) var lastChanged: MarketTime
    /// Grows with everything that a rendered row could show.
    private(set) var version: UInt64 = 1

    private let home: Int64
    private let usualTurnover: Int64
    private let isStable: Bool
    /// The size of a usual step, in 10^-9 of the price.
    private let swing: Int64

    /// How strongly the price is pulled home, in 10^-9 of the distance for each step: a few hours to come half-way.
    private static let pull: Int128 = 125
    /// The deviation in ticks at which a stablecoin certainly turns back.
    private static let stableLeash: Int64 = 20

    /// - Parameter volatility: in thousandths of the usual.
    init(_ seed: CoinSeed, volatility: Int64, at time: MarketTime, _ random: inout SeededGenerator) {
        identity = seed.identity
        decimals = Self.decimals(of: seed.price)
        guard let home = seed.price.mantissa(at: -decimals), home > 0 else {
            preconditionFailure("\(seed.identity.name) starts from a price with more digits than its ticks have")
        }
        self.home = home
        isStable = seed.isStable
        supply = seed.supply
        let cap = seed.marketCap
        let character = Character(marketCap: cap)
        swing = volatility * character.swing
        price = isStable ? home : home + home * random.bell() / 1155 * 2 / 100
        usualTurnover = max(1000, cap / 20 * random.within(20...160))
        turnover = usualTurnover
        let spread = isStable ? 100 : volatility * character.daySpread / 1000
        history = PriceHistory(endingAt: price, spread: spread, &random)
        (dayOpen, dayHigh, dayLow) = (price, price, price)
        lastChanged = time
    }

    /// In US cents.
    package var marketCap: Int128 { Int128(supply) * Int128(price) * 100 / CoinSeed.powerOfTen(decimals) }

    mutating func move(at time: MarketTime, _ random: inout SeededGenerator) {
        let step = isStable ? nudge(&random) : stride(&random)
        let moved = min(max(price + step, home / 4 + 1), home * 4)
        // Every chosen coin changes, also at the ends of its range.
        price = moved != price ? moved : price + (price < home ? 1 : -1)
        dayHigh = max(dayHigh, price)
        dayLow = min(dayLow, price)
        turnover = max(1000, turnover + (usualTurnover - turnover) / 256 + usualTurnover / 600 * random.bell() / 1155)
        lastChanged = time
        version += 1
    }

    mutating func roll(window: Int) {
        history.roll(window, to: price)
        version += 1
    }

    mutating func beginDay() {
        (dayOpen, dayHigh, dayLow) = (price, price, price)
        version += 1
    }

    private func stride(_ random: inout SeededGenerator) -> Int64 {
        let scale: Int128 = 1_000_000_000
        let noise = Int128(price) * Int128(random.bell()) * Int128(swing) / 1155
        let homeward = Int128(home - price) * Self.pull
        // The random part of a tick rounds up as often as it should, so that slow drifts are not lost.
        let total = noise + homeward + Int128(random.below(Int64(scale)))
        let step = Int64(clamping: total >= 0 ? total / scale : (total - scale + 1) / scale)
        return step != 0 ? step : nudge(&random)
    }

    /// One tick, the likelier towards home the further away.
    private func nudge(_ random: inout SeededGenerator) -> Int64 {
        let leash = isStable ? Self.stableLeash : home
        return random.below(2 * leash) < leash + home - price ? 1 : -1
    }

    private static func decimals(of price: ExactDecimal) -> Int {
        let magnitude = String(price.mantissa).count + price.exponent - 1
        return max(2, 4 - magnitude)
    }
}

/// How restless a coin is: small coins swing more over a day, and as they move less often, they move further each time.
private struct Character {
    /// The size of a usual step, in millionths of the price.
    let swing: Int64
    /// The usual change over a day, in millionths of the price: what four ticks a second make of `swing`.
    let daySpread: Int64

    init(marketCap: Int64) {
        switch marketCap {
        case ..<500_000_000: (swing, daySpread) = (300, 60_000)
        case ..<10_000_000_000: (swing, daySpread) = (110, 40_000)
        default: (swing, daySpread) = (40, 25_000)
        }
    }
}
