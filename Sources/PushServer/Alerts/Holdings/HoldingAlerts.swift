internal import Shared

/// Finds the alerts on all holdings of a user whose threshold is met.
///
/// A total has the prices of many coins, each from a source of its own. So each coin has the prices of its last two
/// polls. A rise is judged at the lower ones, and a fall at the higher ones: a threshold counts as met only if both
/// prices of every coin meet it. It is unknown while the market is empty, or while a listed coin has no two such
/// prices. Coins that the market does not list have no value.
///
/// All alerts of a user in one currency share one total (`HeldTotal`). A price that a poll changes moves the sums of the
/// totals with its coin (`HeldSum`), in floating point. The alerts on a total are read only when its sum leaves the range
/// in which none of them is met (`QuietRange`). Sums and ranges are stored apart from the rest, because a poll visits
/// all of them.
struct HoldingAlerts {
    /// Whose holdings an alert is about, and the currency that their costs are split by.
    struct Holder: Hashable {
        let account: AccountID
        let currency: CurrencyCode
        /// Set if the alert shares its total with no other one, because its limit is in a coin.
        var alert: AlertID?
    }

    /// An alert's total, and the threshold that it waits for.
    struct Watch {
        let total: AlertTotal
        let threshold: Threshold
        /// One dollar in the alert's currency; nil for dollars.
        let rate: Conversion?
        /// The coin that the limit is in; nil for money.
        var unit: CoinID?

        /// What the total, less the limit, is compared with if the limit is in a coin.
        var compared: Threshold {
            if unit == nil { return threshold }
            return Threshold(value: .zero, isRise: threshold.isRise, isStrict: threshold.isStrict)
        }
    }

    /// A threshold that is met.
    struct MetThreshold: Equatable {
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
    /// The same totals' sums.
    private var sums: [HeldSum] = []
    private var quiet: [QuietRange] = []
    /// The polls so far.
    private var pollCount = 0
    private var placeOfHolder: [Holder: Int32] = [:]
    /// Unused places in `totals`.
    private var freeTotals: [Int32] = []
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
        totals[Int(place)].own = holdings
        if let watch = watches[slot] { compare(with: watch, at: place) } else { setHoldings(holdings, at: place) }
    }

    /// Sets what is added up for an alert.
    private mutating func compare(with watch: Watch, at place: Int32) {
        let own = totals[Int(place)].own
        setHoldings(watch.unit.map { own.less(watch.threshold.value, of: $0, watch.total) } ?? own, at: place)
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
        compare(with: watch, at: place)
        (quiet[Int(place)], sums[Int(place)].isDue) = (.none, true)
    }

    mutating func remove(_ slot: AlertSlot) {
        guard watches.removeValue(forKey: slot) != nil, let place = placeOfSlot[slot] else { return }
        totals[Int(place)].slots.removeAll { $0 == slot }
        (quiet[Int(place)], sums[Int(place)].isDue) = (.none, true)
    }

    private mutating func place(of holder: Holder) -> Int32 {
        if let known = placeOfHolder[holder] { return known }
        let place = freeTotals.popLast() ?? Int32(totals.count)
        if place == totals.count {
            totals.append(HeldTotal(holder))
            sums.append(HeldSum())
            quiet.append(.none)
        } else {
            totals[Int(place)].reuse(for: holder)
        }
        placeOfHolder[holder] = place
        return place
    }

    private mutating func setHoldings(_ holdings: [HeldCoin], at place: Int32) {
        let former = totals[Int(place)].holdings
        if holdings == former { return }
        let (old, new) = (Set(former.map(\.coin)), Set(holdings.map(\.coin)))
        // First the new ones, so that a coin that stays keeps its prices.
        let terms = holdings.map { HeldTotal.Term(coin: self.place(of: $0.coin), amount: $0.amount.approximate) }
        for (holding, term) in zip(holdings, terms) {
            if old.contains(holding.coin) {
                coins[Int(term.coin)].shares.replace(term.amount, in: place)
            } else {
                coins[Int(term.coin)].shares.append(term.amount, in: place)
            }
        }
        for coin in former where !new.contains(coin.coin) { release(coin.coin, from: place) }
        totals[Int(place)].hold(holdings, terms)
        quiet[Int(place)] = .none
        (sums[Int(place)].isStale, sums[Int(place)].isDue) = (true, true)
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
        guard let place = placeOfCoin[coin] else { return }
        coins[Int(place)].shares.remove(from: total)
        if !coins[Int(place)].shares.isEmpty { return }
        placeOfCoin[coin] = nil
        freeCoins.append(place)
    }

    // MARK: The market

    /// The source of a coin's price may have changed. Polls of another source no longer count.
    mutating func sourceChanged(of coin: CoinID, to source: SourceNumber) {
        guard let place = placeOfCoin[coin] else { return }
        let before = coins[Int(place)].state
        if coins[Int(place)].follow(source) { priceChanged(at: Int(place), from: before) }
    }

    /// - Parameter poll: an answer that the market has taken.
    /// - Returns: the thresholds that are met.
    mutating func follow(_ market: MarketTable, _ poll: MarketPoll) -> [MetThreshold] {
        for place in coins.indices where !coins[place].shares.isEmpty {
            let before = coins[place].state
            if coins[place].take(poll, of: market) { priceChanged(at: place, from: before) }
        }
        if market.count == 0 { return [] }
        pollCount += 1
        for place in stride(from: pollCount % HeldSum.pollsKept, to: sums.count, by: HeldSum.pollsKept) { addUp(place) }
        var met: [MetThreshold] = []
        for place in sums.indices where sums[place].isDue {
            if sums[place].isStale { addUp(place) }
            sums[place].isDue = false
            // An unknown total meets nothing.
            if sums[place].isKnown, !quiet[place].contains(sums[place]) { look(at: place, into: &met) }
        }
        return met.sorted { $0.slot < $1.slot }
    }

    private mutating func priceChanged(at place: Int, from before: PolledCoin.State) {
        let (former, price, state) = (prices[place], coins[place].price, coins[place].state)
        prices[place] = price
        if state == .polled, before == .polled { return coins[place].shares.move(&sums, by: price - former) }
        if state == before { return }
        // The cost of a coin counts only while the coin is listed.
        for total in coins[place].shares.totals {
            quiet[Int(total)] = .none
            (sums[Int(total)].isStale, sums[Int(total)].isDue) = (true, true)
        }
    }

    private mutating func addUp(_ place: Int) {
        let isDue = sums[place].isDue
        sums[place].clear()
        for term in totals[place].terms { sums[place].add(term.amount, at: prices[Int(term.coin)]) }
        sums[place].isDue = isDue
    }

    /// Looks at each alert on a total, and notes how far the total may move until one of them must be looked at again.
    private mutating func look(at place: Int, into met: inout [MetThreshold]) {
        var range = QuietRange.everything
        for slot in totals[place].slots {
            guard let watch = watches[slot] else { continue }
            let edge = edge(of: watch, at: place)
            range.stay(clearOf: edge, isRise: watch.threshold.isRise)
            guard let isMet = isMet(watch, edge, at: place) else { continue }
            let isFromStart = known.insert(slot).inserted
            if isMet, let value = shownTotal(at: place, watch) {
                met.append(MetThreshold(slot: slot, value: value, isFromStart: isFromStart))
            }
        }
        quiet[place] = range
    }

    /// Whether a threshold is met with both prices of each coin; nil if that is unknown.
    private func isMet(_ watch: Watch, _ edge: HeldSum.Edge, at place: Int) -> Bool? {
        let isRise = watch.threshold.isRise
        if let clear = sums[place].isClearlyMet(edge, isRise: isRise) { return clear }
        return exactTotal(at: place, watch, isRise ? .lowest : .highest).map { watch.compared.isMet(by: $0) }
    }

    /// The total at the last prices, in the alert's currency; nil if it is unknown.
    private func shownTotal(at place: Int, _ watch: Watch) -> ExactDecimal? {
        guard let total = exactTotal(at: place, watch, .last) else { return nil }
        guard let unit = watch.unit else { return total.shown(decimals: 2) }
        guard let price = placeOfCoin[unit].flatMap({ coins[Int($0)].last }), price > .zero else { return nil }
        let rest = total.divided(by: BigDecimal(price))
        return (rest + BigDecimal(watch.threshold.value)).shown(decimals: 8)
    }

    /// The value of all listed coins, in dollars, at which a threshold is met, and how far it may be off.
    private func edge(of watch: Watch, at place: Int) -> HeldSum.Edge {
        let rate = watch.rate?.approximate ?? 1
        let limit = watch.compared.value.approximate
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
        return HeldSum.Edge(value: value / rate, error: (scale * HeldSum.errorMax + rounding) / rate)
    }

    /// Which of the prices of each coin's last two polls a total is made of.
    private enum Bound {
        case last, lowest, highest

        func price(of coin: PolledCoin, isOwed: Bool) -> ExactDecimal? {
            switch self {
            case .last: coin.last
            case .lowest: isOwed ? coin.high : coin.low
            case .highest: isOwed ? coin.low : coin.high
            }
        }
    }

    /// The total as screens calculate it, less a limit in a coin; nil if it is unknown.
    private func exactTotal(at place: Int, _ watch: Watch, _ bound: Bound) -> BigDecimal? {
        var total = BigDecimal.zero
        for holding in totals[place].holdings {
            guard let coin = placeOfCoin[holding.coin].map({ coins[Int($0)] }), coin.state != .unknown else {
                return nil
            }
            guard coin.state == .polled, let price = bound.price(of: coin, isOwed: holding.amount < .zero) else {
                continue
            }
            let dollars = BigDecimal(price)
            total += (watch.rate.map { $0.converted(dollars) } ?? dollars) * holding.amount
            if watch.total == .profit { total -= holding.cost(at: watch.rate) }
        }
        return total
    }
}
