package import Shared

/// All alerts of all users, and their states: an alert is armed once its condition has been false, fires when the
/// condition turns true, and rests until it is armed again.
///
/// These are pure rules. The alert hub follows the market for them and has the changes stored.
package struct AlertRules {
    private var index: AlertIndex
    private var holdings = HoldingAlerts()
    private var rates: ExchangeRates?
    private var entries: [AlertEntry?] = []
    private var free: [AlertSlot] = []
    private var slots: [AccountID: [AlertSlot]] = [:]
    /// Whether `start` was called.
    private var hasStarted = false
    /// The users whose alerts of the start are still to come.
    private var awaited: Set<AccountID> = []
    /// The pauses, by the second at which they end.
    private var pauses: [Int64: [(slot: AlertSlot, id: AlertID)]] = [:]
    private var writes = AlertWrites()

    package init(market: MarketTable) { index = AlertIndex(market: market) }

    package var count: Int { entries.count - free.count }
    /// How many coins have alerts.
    var coinCount: Int { index.coinCount }

    // MARK: What users keep

    /// Sets all alerts when the server starts, or when nobody knows which of them users have changed. Unchanged alerts keep
    /// their state.
    /// - Parameter later: other users, whose alerts come with `changed`.
    package mutating func start(_ alerts: [AccountID: [KeptAlert]], later: Set<AccountID> = []) {
        let count = alerts.values.reduce(0) { $0 + $1.count }
        entries.reserveCapacity(count)
        index.reserveCapacity(count)
        if hasStarted {
            for account in slots.keys where alerts[account] == nil && !later.contains(account) { changed(account, []) }
            for (account, kept) in alerts { changed(account, kept) }
        } else {
            for (account, kept) in alerts { for alert in kept { insert(alert, of: account, isStart: true) } }
            awaited = later
        }
        hasStarted = true
    }

    /// Forgets all alerts, because they belong to a database that was replaced.
    mutating func forgetAll() {
        let rates = rates
        self = AlertRules(market: index.market)
        self.rates = rates
    }

    /// A user's alerts have changed to these.
    mutating func changed(_ account: AccountID, _ alerts: [KeptAlert]) {
        let isStart = awaited.remove(account) != nil
        var wanted = Dictionary(alerts.map { ($0.alert.id, $0) }) { first, _ in first }
        var outdated: [AlertSlot] = []
        for slot in slots[account] ?? [] {
            guard let entry = entries[Int(slot)] else { continue }
            if let kept = wanted[entry.id], entry.agrees(with: kept) {
                wanted[entry.id] = nil
                if !entry.isIndexed { holdings.hold(entry.held(kept), of: entry.holder, slot) }
            } else {
                outdated.append(slot)
            }
        }
        for (_, kept) in wanted { insert(kept, of: account, isStart: isStart) }
        // Removed last, because a coin without alerts loses its samples.
        for slot in outdated { remove(slot) }
    }

    private mutating func insert(_ kept: KeptAlert, of account: AccountID, isStart: Bool) {
        let slot = free.popLast() ?? AlertSlot(entries.count)
        if slot == entries.count { entries.append(nil) }
        let entry = AlertEntry(kept, of: account, isStart: isStart)
        entries[Int(slot)] = entry
        slots[account, default: []].append(slot)
        if entry.isIndexed {
            index.add(AlertGauge(entry.condition), of: entry.coin)
        } else {
            holdings.hold(entry.held(kept), of: entry.holder, slot)
        }
        watch(slot)
    }

    private mutating func remove(_ slot: AlertSlot) {
        guard let entry = entries[Int(slot)] else { return }
        unwatch(slot)
        if entry.isIndexed {
            index.discard(AlertGauge(entry.condition), of: entry.coin)
        } else {
            holdings.discard(slot)
        }
        entries[Int(slot)] = nil
        free.append(slot)
        slots[entry.account]?.removeAll { $0 == slot }
        if slots[entry.account]?.isEmpty == true { slots[entry.account] = nil }
    }

    // MARK: The market

    /// - Parameters:
    ///   - diff: what has changed; nil if nothing has.
    ///   - poll: the answer that caused the diff, if there is one.
    package mutating func follow(_ diff: MarketDiff?, _ poll: MarketPoll?) {
        let met = index.follow(diff, poll)
        if let diff, !holdings.isEmpty { noteSources(diff.changes) }
        guard let poll else { return }
        for met in met { take(met, at: poll.time) }
        for met in holdings.follow(index.market, poll) {
            take(.init(slot: met.slot, price: met.value, source: "", isFromStart: met.isFromStart), at: poll.time)
        }
    }

    private mutating func noteSources(_ changes: MarketChanges) {
        for (row, pricing) in zip(changes.pricings.rows, changes.pricings.values) {
            holdings.sourceChanged(of: index.market.instrument(ofRow: Int(row)).coin, to: pricing.source)
        }
    }

    private mutating func take(_ met: AlertIndex.MetThreshold, at now: MarketTime) {
        guard let entry = entries[Int(met.slot)] else { return }
        switch entry.phase {
        case .waiting: arm(met.slot, at: now)
        case .armed:
            let firing = AlertFiring(
                price: shown(met.price, entry),
                rateDay: entry.currency.isInRates ? rates?.day : nil,
                source: met.source,
                time: now,
                whileDown: entry.wasArmed && met.isFromStart
            )
            enter(.firing, met.slot)
            writes.add(entry.change(.fired(firing)), of: entry.account)
        case .resting: release(met.slot, entry, at: now)
        case .arming, .firing, .pausing, .unknown: break
        }
    }

    /// A price in the alert's currency. A total is in that currency already.
    private func shown(_ price: ExactDecimal, _ entry: AlertEntry) -> ExactDecimal {
        guard entry.isIndexed, entry.currency != .usd, let rate = rate(of: entry) else { return price }
        return rate.converted(price, decimals: max(2, -price.exponent)) ?? rate.converted(price, decimals: 0) ?? price
    }

    private mutating func arm(_ slot: AlertSlot, at now: MarketTime) {
        guard let entry = entries[Int(slot)] else { return }
        enter(.arming, slot)
        writes.add(entry.change(.armed(now)), of: entry.account)
    }

    /// The price has been on the other side of the condition, so a condition on the price is false as well.
    private mutating func release(_ slot: AlertSlot, _ entry: AlertEntry, at now: MarketTime) {
        if now < entry.pauseEnd {
            enter(.pausing, slot)
            pauses[entry.pauseEnd.milliseconds / 1000 + 1, default: []].append((slot, entry.id))
        } else if AlertGauge(entry.condition) == .price {
            arm(slot, at: now)
        } else {
            enter(.waiting, slot)
        }
    }

    // MARK: Rates

    /// The server has another table of exchange rates. Alerts in other currencies than the dollar follow it. An old table
    /// counts until a newer one comes, and firings name its day.
    package mutating func ratesChanged(_ rates: ExchangeRates) {
        let slots = entries.indices.map { AlertSlot($0) }.filter {
            entries[Int($0)].map(\.currency.isInRates) ?? false
        }
        for slot in slots { unwatch(slot) }
        self.rates = rates
        for slot in slots { watch(slot) }
    }

    /// One dollar in the alert's currency; nil for dollars and coins, and for a currency without a rate.
    private func rate(of entry: AlertEntry) -> Conversion? {
        entry.currency.isInRates ? rates?.conversion(to: entry.currency.name) : nil
    }

    // MARK: Minutes

    /// Whose minutes must be filled from candles, and where from: see `GapFilling.next`.
    mutating func nextRequest(
        _ filling: inout GapFilling,
        at now: MarketTime,
        isSpared: (KlineSource) -> Bool
    ) -> GapFilling.Request? {
        let market = index.market
        return filling.next(
            lackingMinutes(at: now),
            at: now,
            rank: { market.rank(of: $0) },
            hasGaps: { _ in true },
            provider: { market.provider(of: $0) },
            isSpared: isSpared
        )
    }

    /// The coins whose alerts need prices of minutes before the present ones.
    func lackingMinutes(at now: MarketTime) -> [CoinID] { index.lackingMinutes(at: now) }

    /// How many minutes of a coin's prices alerts look at.
    func window(of coin: CoinID) -> Int { index.window(of: coin) }

    mutating func fill(_ coin: CoinID, with candles: [Candle], of provider: String, at now: MarketTime) {
        index.fill(coin, with: candles, of: provider, at: now)
    }

    // MARK: Time

    mutating func secondPassed(at now: MarketTime) {
        writes.retry()
        let second = now.milliseconds / 1000
        for due in pauses.keys.filter({ $0 <= second }) {
            for (slot, id) in pauses.removeValue(forKey: due) ?? [] {
                guard let entry = entries[Int(slot)], entry.id == id, entry.phase == .pausing else { continue }
                enter(.waiting, slot)
            }
        }
    }

    // MARK: The store

    /// The changes to store next, by account. It is limited to a number of accounts, and leaves out accounts with
    /// changes on their way.
    package mutating func takeWrites() -> [(account: AccountID, changes: [AlertChange])] { writes.take() }

    package mutating func settled(_ changes: [AlertChange], of account: AccountID, _ answer: AlertAnswer) {
        writes.answered(account)
        switch answer {
        case .settled(let taken): for (change, isTaken) in zip(changes, taken) { settled(change, of: account, isTaken) }
        case .notStored: writes.putBack(changes, of: account)
        case .noAccount: for slot in slots[account] ?? [] { remove(slot) }
        // All alerts are read again.
        case .otherStore: break
        }
    }

    private mutating func settled(_ change: AlertChange, of account: AccountID, _ isTaken: Bool) {
        let slot = slots[account]?.first { slot in
            entries[Int(slot)].map { $0.id == change.alert && $0.arming == change.arming } ?? false
        }
        guard let slot, let entry = entries[Int(slot)] else { return }
        switch (change.step, entry.phase) {
        case (.armed, .arming): enter(isTaken ? .armed : .unknown, slot)
        case (.fired(let firing), .firing):
            entries[Int(slot)]?.since = firing.time
            entries[Int(slot)]?.fired = firing.price
            enter(isTaken ? .resting : .unknown, slot)
        default: break
        }
    }

    // MARK: Phases

    private mutating func enter(_ phase: AlertEntry.Phase, _ slot: AlertSlot) {
        unwatch(slot)
        entries[Int(slot)]?.phase = phase
        watch(slot)
    }

    private mutating func watch(_ slot: AlertSlot) {
        guard let entry = entries[Int(slot)], let watch = entry.watch else { return }
        let rate = rate(of: entry)
        // Without a rate the condition is unknown.
        if rate == nil, entry.currency.isInRates { return }
        if !entry.isIndexed {
            holdings.insert(
                slot,
                HoldingAlerts.Watch(
                    total: entry.total,
                    threshold: watch.threshold,
                    rate: rate,
                    unit: entry.currency.coin
                )
            )
        } else if let threshold = watch.threshold.inDollars(by: rate) {
            index.insert(slot, of: entry.coin, watch.gauge, threshold)
        }
    }

    private mutating func unwatch(_ slot: AlertSlot) {
        guard let entry = entries[Int(slot)], let watch = entry.watch else { return }
        if !entry.isIndexed {
            holdings.remove(slot)
        } else if let threshold = watch.threshold.inDollars(by: rate(of: entry)) {
            index.remove(slot, of: entry.coin, watch.gauge, threshold)
        }
    }
}

extension AlertEntry {
    fileprivate var holder: HoldingAlerts.Holder {
        HoldingAlerts.Holder(account: account, currency: currency, alert: currency.coin == nil ? nil : id)
    }

    /// The compared value: all holdings, or one coin with a limit in another one.
    fileprivate func held(_ kept: KeptAlert) -> [HeldCoin] {
        condition.isAboutCoin ? [HeldCoin(coin: coin, amount: .one, ownCost: .zero)] : kept.holdings
    }

    fileprivate var total: AlertTotal {
        if case .holdings(let total, _, _) = condition { total } else { .value }
    }

    fileprivate func change(_ step: AlertChange.Step) -> AlertChange {
        AlertChange(alert: id, arming: arming, step: step)
    }
}
