internal import Shared

/// Finds the alerts on all holdings of a user whose threshold is met.
///
/// A total has the prices of many coins, each from a source of its own. So each coin has the prices of its last two
/// polls. A rise counts at the lower ones, and a fall at the higher ones: a total counts as met only if it is met with
/// both prices of every coin. It is unknown while the market is empty, or while a listed coin has no two such prices.
/// Coins that the market does not list have no value.
struct HoldingAlerts {
    /// An alert's total, and the threshold that it waits for.
    struct Watch {
        let total: HoldingsTotal
        let threshold: Threshold
        /// One dollar in the alert's currency; nil for dollars.
        let rate: Conversion?
    }

    /// A threshold that is met.
    struct Met {
        let slot: AlertSlot
        /// The total, in the alert's currency.
        let value: ExactDecimal
        /// Whether it was met as soon as it was known.
        let isFromStart: Bool
    }

    /// What a user holds of one coin, in floating point.
    private struct Term {
        let place: Int32
        /// In coins, times the rate of the alert's currency.
        let amount: Double
        let cost: Double
    }

    private struct Watched {
        let watch: Watch
        let terms: [Term]
    }

    private var coins: [PolledCoin] = []
    private var placeOfCoin: [CoinID: Int32] = [:]
    /// Unused places in `coins`.
    private var free: [Int32] = []
    private var held: [AlertSlot: [HeldCoin]] = [:]
    private var watched: [AlertSlot: Watched] = [:]
    /// The alerts whose total was known before.
    private var known: Set<AlertSlot> = []

    var isEmpty: Bool { held.isEmpty }

    // MARK: Alerts

    /// Sets what the user of an alert holds.
    mutating func hold(_ holdings: [HeldCoin], _ slot: AlertSlot) {
        // First the new ones, so that the prices of a coin that stays are kept.
        for coin in holdings { coins[Int(place(of: coin.coin))].users += 1 }
        release(slot)
        held[slot] = holdings
        if let watch = watched[slot]?.watch { insert(slot, watch) }
    }

    mutating func discard(_ slot: AlertSlot) {
        release(slot)
        (held[slot], watched[slot]) = (nil, nil)
        known.remove(slot)
    }

    private mutating func release(_ slot: AlertSlot) {
        for coin in held[slot] ?? [] {
            guard let place = placeOfCoin[coin.coin] else { continue }
            coins[Int(place)].users -= 1
            if coins[Int(place)].users > 0 { continue }
            placeOfCoin[coin.coin] = nil
            free.append(place)
        }
    }

    private mutating func place(of coin: CoinID) -> Int32 {
        if let known = placeOfCoin[coin] { return known }
        let place = free.popLast() ?? Int32(coins.count)
        if place == coins.count { coins.append(PolledCoin(id: coin)) } else { coins[Int(place)] = PolledCoin(id: coin) }
        placeOfCoin[coin] = place
        return place
    }

    mutating func insert(_ slot: AlertSlot, _ watch: Watch) {
        let rate = watch.rate?.approximate ?? 1
        let terms = (held[slot] ?? []).map { coin in
            let cost = watch.total == .profit ? coin.cost(at: watch.rate).approximate : 0
            return Term(place: place(of: coin.coin), amount: coin.amount.approximate * rate, cost: cost)
        }
        watched[slot] = Watched(watch: watch, terms: terms)
    }

    mutating func remove(_ slot: AlertSlot) { watched[slot] = nil }

    // MARK: The market

    /// The source of a coin's price may have changed. What was polled of another one no longer counts.
    mutating func sourceChanged(of coin: CoinID, to source: SourceNumber) {
        if let place = placeOfCoin[coin] { coins[Int(place)].follow(source) }
    }

    /// - Parameter poll: an answer that the market has taken.
    /// - Returns: the thresholds that are met.
    mutating func follow(_ market: MarketTable, _ poll: MarketPoll) -> [Met] {
        for place in coins.indices where coins[place].users > 0 { coins[place].take(poll, of: market) }
        if market.count == 0 { return [] }
        var met: [Met] = []
        for (slot, one) in watched {
            guard let isMet = isMet(slot, one) else { continue }
            let isFromStart = !known.contains(slot)
            if isFromStart { known.insert(slot) }
            if isMet, let value = exactTotal(slot, one.watch, \.last)?.shown {
                met.append(Met(slot: slot, value: value, isFromStart: isFromStart))
            }
        }
        return met.sorted { $0.slot < $1.slot }
    }

    /// Whether the threshold is met with both prices of each coin; nil if that is unknown. Floating point decides what is
    /// clear, and exact sums decide the rest.
    private func isMet(_ slot: AlertSlot, _ one: Watched) -> Bool? {
        let (threshold, limit) = (one.watch.threshold, one.watch.threshold.value.approximate)
        var (total, scale) = (0.0, abs(limit))
        for term in one.terms {
            let coin = coins[Int(term.place)]
            switch coin.state {
            case .unknown: return nil
            case .unlisted: continue
            case .polled:
                let value = term.amount * (threshold.isRise ? coin.lowApproximate : coin.highApproximate)
                total += value - term.cost
                scale += abs(value) + abs(term.cost)
            }
        }
        if abs(total - limit) > scale * 1e-9 { return (total > limit) == threshold.isRise }
        return exactTotal(slot, one.watch, threshold.isRise ? \.low : \.high).map { threshold.isMet(by: $0) }
    }

    /// The total as screens calculate it; nil if it is unknown.
    private func exactTotal(
        _ slot: AlertSlot,
        _ watch: Watch,
        _ price: KeyPath<PolledCoin, ExactDecimal?>
    ) -> BigDecimal? {
        var total = BigDecimal.zero
        for holding in held[slot] ?? [] {
            guard let coin = placeOfCoin[holding.coin].map({ coins[Int($0)] }), coin.state != .unknown else {
                return nil
            }
            guard coin.state == .polled, let price = coin[keyPath: price] else { continue }
            let dollars = BigDecimal(price)
            total += (watch.rate.map { $0.converted(dollars) } ?? dollars) * holding.amount
            if watch.total == .profit { total -= holding.cost(at: watch.rate) }
        }
        return total
    }
}

/// A coin that users hold, with the prices of the last two successive polls of its source.
private struct PolledCoin {
    enum State { case unknown, unlisted, polled }

    let id: CoinID
    /// How many alerts are about holdings with this coin.
    var users = 0
    private(set) var state = State.unknown
    private var source = SourceNumber.none
    private(set) var last: ExactDecimal?
    private var previous: ExactDecimal?
    private(set) var lowApproximate = 0.0
    private(set) var highApproximate = 0.0

    init(id: CoinID) { self.id = id }

    var low: ExactDecimal? { last.flatMap { last in previous.map { min($0, last) } } }
    var high: ExactDecimal? { last.flatMap { last in previous.map { max($0, last) } } }

    mutating func follow(_ source: SourceNumber) {
        if self.source == source { return }
        (self.source, last, previous, state) = (source, nil, nil, .unknown)
    }

    mutating func take(_ poll: MarketPoll, of market: MarketTable) {
        guard let row = market.row(of: id), !market[row].isDelisted else {
            state = market.count == 0 ? .unknown : .unlisted
            return
        }
        let quote = market[row]
        follow(quote.pricing.source)
        if source == poll.source {
            previous = last
            last = poll.hasHeard(row) ? quote.exactPrice : nil
            if last == nil { previous = nil }
        }
        guard let low, let high else { return state = .unknown }
        (lowApproximate, highApproximate) = (low.approximate, high.approximate)
        state = .polled
    }
}

extension Threshold {
    fileprivate func isMet(by total: BigDecimal) -> Bool {
        let limit = BigDecimal(value)
        if total == limit { return !isStrict }
        return (total > limit) == isRise
    }
}

extension BigDecimal {
    /// With two decimals, or without any if there are too many digits.
    fileprivate var shown: ExactDecimal {
        let texts = [2, 0].lazy.map { rounded(to: $0).plainText }
        return texts.compactMap { try? ExactDecimal(parsing: $0) }.first ?? .zero
    }
}
