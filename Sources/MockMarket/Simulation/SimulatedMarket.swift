package import Shared

/// A whole market that is made from a seed. The same seed makes the same market, tick by tick. It knows neither HTTP
/// nor clocks.
package struct SimulatedMarket: Sendable {
    package struct Settings: Sendable {
        package var seed: UInt64 = 1
        package var coins = 1000
        /// The share of coins that change in one tick.
        package var changedShare = 0.25
        /// 1 is calm. The size of steps grows with it.
        package var volatility = 1.0
        /// Recorded minutes for coins, by symbol, instead of generated prices.
        var tapes: [String: RecordedMinutes] = [:]

        package init() {}
    }

    package private(set) var coins: [SimulatedCoin]
    package private(set) var time: MarketTime
    package private(set) var ticks: UInt64 = 0
    /// The rows of the exchange and of the coin archive for these coins.
    let exchange: ExchangeCatalog
    let archive: ArchiveCatalog
    private var random: SeededGenerator
    /// One threshold for each coin, beginning with the first rank.
    private let thresholds: [UInt64]

    package init(settings: Settings, at time: MarketTime) {
        precondition(settings.coins > 0, "a market needs coins")
        var random = SeededGenerator(seed: settings.seed)
        let volatility = Int64(max(0, settings.volatility) * 1000)
        var tapes = settings.tapes
        var coins = Self.seeds(settings.coins, &random).map { seed in
            let key = random.next()
            // Of several coins with one symbol, the first is the best known.
            if let minutes = tapes.removeValue(forKey: seed.identity.symbol) {
                return SimulatedCoin(seed, playing: minutes, at: time)
            }
            return SimulatedCoin(seed, volatility: volatility, key: key, at: time)
        }
        // From here on, the index in the list is the initial rank.
        coins.sort { ($0.marketCap, $1.identity.id) > ($1.marketCap, $0.identity.id) }
        PairAssignment.assign(to: &coins, &random)
        exchange = ExchangeCatalog(coins, key: random.next(), at: time)
        archive = ArchiveCatalog(coins, key: random.next(), at: time)
        self.coins = coins
        self.random = random
        self.time = time
        thresholds = Activity.thresholds(count: coins.count, share: settings.changedShare)
    }

    /// One tick, at a time that is not before the last one.
    package mutating func advance(at time: MarketTime) {
        if time.minute != self.time.minute {
            for index in coins.indices { coins[index].beginMinute(time.minute) }
        }
        for index in coins.indices where random.next() >> 32 < thresholds[index] {
            coins[index].move(at: time, &random)
        }
        for (window, step) in PriceHistory.stepMilliseconds.enumerated() where crosses(step, until: time) {
            for index in coins.indices { coins[index].roll(window: window, at: time) }
        }
        self.time = time
        ticks += 1
    }

    /// The indexes of `coins` by falling market capitalization.
    package var ranking: [Int] {
        let caps = coins.map(\.marketCap)
        return coins.indices.sorted { (caps[$0], -$0) > (caps[$1], -$1) }
    }

    private func crosses(_ step: Int64, until end: MarketTime) -> Bool {
        time.milliseconds / step < end.milliseconds / step
    }

    private static func seeds(_ count: Int, _ random: inout SeededGenerator) -> [CoinSeed] {
        let known = CoinCatalogue.seeds(&random).sorted { $0.marketCap > $1.marketCap }
        guard count > known.count else { return Array(known.prefix(count)) }
        var invented = InventedCoins(SeededGenerator(seed: random.next()), beside: known)
        return known + invented.seeds(count - known.count, below: known.last?.marketCap ?? 10_000_000)
    }
}

/// How likely each coin is to change in a tick. Better ranked coins are more likely to.
enum Activity {
    /// No coin trades in every tick.
    private static let likelihoodMax = 0.95

    /// One threshold for each rank, for comparison with 32 random bits. They sum up to `share` of all coins.
    ///
    /// The likelihood falls with the square root of the rank. Square roots and plain arithmetic give the same bits on
    /// every machine.
    static func thresholds(count: Int, share: Double) -> [UInt64] {
        precondition((0...1).contains(share), "the share of coins that change must lie between 0 and 1")
        let weights = (0..<count).map { 1 / (Double($0) + 20).squareRoot() }
        let limit = max(likelihoodMax, share)
        let wanted = share * Double(count)
        var (low, high) = (0.0, 2 * (Double(count) + 20).squareRoot())
        for _ in 0..<60 {
            let factor = (low + high) / 2
            let sum = weights.reduce(0) { $0 + min(limit, $1 * factor) }
            if sum < wanted { low = factor } else { high = factor }
        }
        return weights.map { UInt64(min(limit, $0 * high) * 4_294_967_296) }
    }
}
