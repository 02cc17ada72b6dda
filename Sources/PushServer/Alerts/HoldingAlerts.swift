internal import Shared

/// Finds the alerts on all holdings of a user whose threshold is met.
///
/// A total has the prices of many coins, each from a source of its own. So each coin has the prices of its last two
/// polls. A rise counts at the lower ones, and a fall at the higher ones: a total counts as met only if it is met with
/// both prices of every coin. It is unknown while the market is empty, or while a listed coin has no two such prices.
/// Coins that the market does not list have no value.
///
/// All alerts of a user in one currency share one total (`HeldTotal`). A poll adds up only the totals with a coin whose
/// two prices it changes, in floating point. The alerts behind a total are read only when it may have met one of them.
struct HoldingAlerts {
    /// Whose holdings an alert is about, and the currency that their costs are split by.
    struct Holder: Hashable {
        let account: AccountID
        let currency: CurrencyCode
    }

    /// An alert's total, and the threshold that it waits for.
    struct Watch {
        let total: HoldingsTotal
        let threshold: Threshold
        /// One dollar in the alert's currency; nil for dollars.
        let rate: Conversion?
    }

    /// A threshold that is met.
    struct Met: Equatable {
        let slot: AlertSlot
        /// The total, in the alert's currency.
        let value: ExactDecimal
        /// Whether it was met as soon as it was known.
        let isFromStart: Bool
    }

    private var coins: [PolledCoin] = []
    /// The same coins' prices, close together for adding up.
    private var prices: [HeldPrice] = []
    private var placeOfCoin: [CoinID: Int32] = [:]
    /// Unused places in `coins`.
    private var freeCoins: [Int32] = []
    private var totals: [HeldTotal] = []
    private var placeOfHolder: [Holder: Int32] = [:]
    /// Unused places in `totals`.
    private var freeTotals: [Int32] = []
    /// The totals to look at with the next poll.
    private var due: [Int32] = []
    private var placeOfSlot: [AlertSlot: Int32] = [:]
    private var watches: [AlertSlot: Watch] = [:]
    /// The alerts whose total was known before.
    private var known: Set<AlertSlot> = []

    var isEmpty: Bool { placeOfSlot.isEmpty }

    // MARK: Alerts

    /// Sets what the user of an alert holds.
    mutating func hold(_ holdings: [HeldCoin], of holder: Holder, _ slot: AlertSlot) {
        let place = placeOfSlot[slot] ?? place(of: holder)
        if placeOfSlot.updateValue(place, forKey: slot) == nil { totals[Int(place)].users += 1 }
        setHoldings(holdings, at: place)
    }

    mutating func discard(_ slot: AlertSlot) {
        remove(slot)
        known.remove(slot)
        guard let place = placeOfSlot.removeValue(forKey: slot) else { return }
        totals[Int(place)].users -= 1
        if totals[Int(place)].users > 0 { return }
        setHoldings([], at: place)
        placeOfHolder[totals[Int(place)].holder] = nil
        freeTotals.append(place)
    }

    mutating func insert(_ slot: AlertSlot, _ watch: Watch) {
        guard let place = placeOfSlot[slot] else { return }
        if watches.updateValue(watch, forKey: slot) == nil { totals[Int(place)].slots.append(slot) }
        totals[Int(place)].quiet = nil
        note(place)
    }

    mutating func remove(_ slot: AlertSlot) {
        guard watches.removeValue(forKey: slot) != nil, let place = placeOfSlot[slot] else { return }
        totals[Int(place)].slots.removeAll { $0 == slot }
        totals[Int(place)].quiet = nil
        note(place)
    }

    private mutating func place(of holder: Holder) -> Int32 {
        if let known = placeOfHolder[holder] { return known }
        let place = freeTotals.popLast() ?? Int32(totals.count)
        if place == totals.count { totals.append(HeldTotal(holder)) } else { totals[Int(place)].reuse(for: holder) }
        placeOfHolder[holder] = place
        return place
    }

    private mutating func setHoldings(_ holdings: [HeldCoin], at place: Int32) {
        let former = totals[Int(place)].holdings
        if holdings == former { return }
        let (old, new) = (Set(former.map(\.coin)), Set(holdings.map(\.coin)))
        // First the new ones, so that a coin that stays keeps its prices.
        for coin in holdings where !old.contains(coin.coin) {
            coins[Int(self.place(of: coin.coin))].totals.append(place)
        }
        for coin in former where !new.contains(coin.coin) { release(coin.coin, from: place) }
        totals[Int(place)].hold(holdings, at: holdings.map { self.place(of: $0.coin) })
        note(place)
    }

    private mutating func place(of coin: CoinID) -> Int32 {
        if let known = placeOfCoin[coin] { return known }
        let place = freeCoins.popLast() ?? Int32(coins.count)
        if place == coins.count {
            coins.append(PolledCoin(id: coin))
            prices.append(.unknown)
        } else {
            coins[Int(place)] = PolledCoin(id: coin)
            prices[Int(place)] = .unknown
        }
        placeOfCoin[coin] = place
        return place
    }

    private mutating func release(_ coin: CoinID, from total: Int32) {
        guard let place = placeOfCoin[coin], let index = coins[Int(place)].totals.firstIndex(of: total) else { return }
        coins[Int(place)].totals.swapAt(index, coins[Int(place)].totals.count - 1)
        coins[Int(place)].totals.removeLast()
        if !coins[Int(place)].totals.isEmpty { return }
        placeOfCoin[coin] = nil
        freeCoins.append(place)
    }

    /// Notes a total to look at with the next poll, once.
    private mutating func note(_ place: Int32) {
        if totals[Int(place)].isDue { return }
        totals[Int(place)].isDue = true
        due.append(place)
    }

    // MARK: The market

    /// The source of a coin's price may have changed. What was polled of another one no longer counts.
    mutating func sourceChanged(of coin: CoinID, to source: SourceNumber) {
        guard let place = placeOfCoin[coin] else { return }
        let before = coins[Int(place)].state
        if coins[Int(place)].follow(source) { priceChanged(at: Int(place), from: before) }
    }

    /// - Parameter poll: an answer that the market has taken.
    /// - Returns: the thresholds that are met.
    mutating func follow(_ market: MarketTable, _ poll: MarketPoll) -> [Met] {
        for place in coins.indices where !coins[place].totals.isEmpty {
            let before = coins[place].state
            if coins[place].take(poll, of: market) { priceChanged(at: place, from: before) }
        }
        if market.count == 0 { return [] }
        var met: [Met] = []
        for place in due {
            totals[Int(place)].isDue = false
            totals[Int(place)].addUp(prices)
            if totals[Int(place)].mayMeet { look(at: Int(place), into: &met) }
        }
        due.removeAll(keepingCapacity: true)
        return met.sorted { $0.slot < $1.slot }
    }

    private mutating func priceChanged(at place: Int, from before: PolledCoin.State) {
        let isOtherState = coins[place].state != before
        prices[place] = coins[place].price
        for total in coins[place].totals {
            // The cost of a coin counts only while the coin is listed.
            if isOtherState { totals[Int(total)].quiet = nil }
            note(total)
        }
    }

    /// Looks at each alert behind a total, and notes how far the total may move until one of them must be looked at again.
    private mutating func look(at place: Int, into met: inout [Met]) {
        var quiet = HeldTotal.Quiet()
        for slot in totals[place].slots {
            guard let watch = watches[slot] else { continue }
            let edge = edge(of: watch, at: place)
            quiet.stay(clearOf: edge, isRise: watch.threshold.isRise)
            guard let isMet = isMet(watch, edge, at: place) else { continue }
            let isFromStart = known.insert(slot).inserted
            if isMet, let value = exactTotal(at: place, watch, \.last)?.shown {
                met.append(Met(slot: slot, value: value, isFromStart: isFromStart))
            }
        }
        totals[place].quiet = quiet
    }

    /// Whether a threshold is met with both prices of each coin; nil if that is unknown.
    private func isMet(_ watch: Watch, _ edge: HeldTotal.Edge, at place: Int) -> Bool? {
        let isRise = watch.threshold.isRise
        if let clear = totals[place].isClearlyMet(edge, isRise: isRise) { return clear }
        return exactTotal(at: place, watch, isRise ? \.low : \.high).map { watch.threshold.isMet(by: $0) }
    }

    /// The value of all listed coins, in dollars, at which a threshold is met, and how far it may be off.
    private func edge(of watch: Watch, at place: Int) -> HeldTotal.Edge {
        let rate = watch.rate?.approximate ?? 1
        let limit = watch.threshold.value.approximate
        var (value, scale, roundings) = (limit, abs(limit), 0.0)
        for holding in totals[place].holdings {
            guard let coin = placeOfCoin[holding.coin].map({ coins[Int($0)] }), coin.state == .polled else { continue }
            roundings += abs(holding.amount.approximate) + 1
            guard watch.total == .profit else { continue }
            let cost = holding.cost(at: watch.rate).approximate
            value += cost
            scale += abs(cost)
        }
        // Converted prices and costs are rounded to 18 decimals, before a price is multiplied by its amount.
        let rounding = watch.rate == nil ? 0 : roundings * 1e-18
        return HeldTotal.Edge(value: value / rate, error: (scale * HeldTotal.errorMax + rounding) / rate)
    }

    /// The total as screens calculate it; nil if it is unknown.
    private func exactTotal(
        at place: Int,
        _ watch: Watch,
        _ price: KeyPath<PolledCoin, ExactDecimal?>
    ) -> BigDecimal? {
        var total = BigDecimal.zero
        for holding in totals[place].holdings {
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
