import Shared
import TestSupport
import Testing

@testable import PushServer

/// Alerts on holdings against an evaluator that adds up every holding of every alert, exactly, at every poll.
struct HoldingAlertModelTests {
    private struct ModelAlert {
        var holder: HoldingAlerts.Holder
        var watch: HoldingAlerts.Watch
        var wasKnown = false
    }

    /// The last two prices of a coin, by the source that shows it.
    private struct ModelPrice {
        var source = SourceNumber.none
        var last: ExactDecimal?
        var previous: ExactDecimal?
    }

    private struct Model {
        var alerts: [AlertSlot: ModelAlert] = [:]
        var holdings: [HoldingAlerts.Holder: [HeldCoin]] = [:]
        var prices: [CoinID: ModelPrice] = [:]

        /// Prices count from the first poll after an alert's user holds the coin.
        private var held: Set<CoinID> {
            Set(alerts.values.flatMap { holdings[$0.holder] ?? [] }.map(\.coin))
        }

        mutating func forgetWhatNobodyHolds() {
            let held = held
            prices = prices.filter { held.contains($0.key) }
        }

        mutating func poll(_ heard: [CoinID: ExactDecimal], by source: SourceNumber) {
            let held = held
            for coin in heard.keys where held.contains(coin) && prices[coin]?.source != source {
                prices[coin] = ModelPrice(source: source)
            }
            for (coin, known) in prices where known.source == source {
                let previous = heard[coin] == nil ? nil : known.last
                prices[coin] = ModelPrice(source: source, last: heard[coin], previous: previous)
            }
        }

        /// - Returns: nil while a listed coin has no two prices.
        func total(
            _ slot: AlertSlot,
            listed: Set<CoinID>,
            at price: (_ last: ExactDecimal, _ previous: ExactDecimal, _ isOwed: Bool) -> ExactDecimal
        ) -> BigDecimal? {
            guard let alert = alerts[slot] else { return nil }
            var total = BigDecimal.zero
            for holding in holdings[alert.holder] ?? [] where listed.contains(holding.coin) {
                guard let known = prices[holding.coin], let last = known.last, let previous = known.previous else {
                    return nil
                }
                let dollars = BigDecimal(price(last, previous, holding.amount < .zero))
                total += (alert.watch.rate?.converted(dollars) ?? dollars) * holding.amount
                if alert.watch.total == .profit { total -= holding.cost(at: alert.watch.rate) }
            }
            return total
        }

        mutating func met(listed: Set<CoinID>) -> [HoldingAlerts.MetThreshold] {
            var met: [HoldingAlerts.MetThreshold] = []
            for slot in alerts.keys.sorted() {
                guard let alert = alerts[slot] else { continue }
                let (threshold, limit) = (alert.watch.threshold, BigDecimal(alert.watch.threshold.value))
                // An amount below zero is largest at the higher price.
                let bound = { (last: ExactDecimal, previous: ExactDecimal, isOwed: Bool) in
                    threshold.isRise == isOwed ? max(last, previous) : min(last, previous)
                }
                guard let total = total(slot, listed: listed, at: bound),
                    let shown = self.total(slot, listed: listed, at: { last, _, _ in last })
                else { continue }
                alerts[slot]?.wasKnown = true
                let isMet = total == limit ? !threshold.isStrict : (total > limit) == threshold.isRise
                guard isMet, let value = try? ExactDecimal(parsing: shown.rounded(to: 2).plainText) else { continue }
                met.append(HoldingAlerts.MetThreshold(slot: slot, value: value, isFromStart: !alert.wasKnown))
            }
            return met
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64]) func itFindsTheSameAsAddingUpEverything(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let coins = (1...12).map { CoinID(UInt32($0)) }
        // The last coin is not listed.
        let listed = Set(coins.dropLast())
        var market = MarketTable()
        var changes = MarketChanges()
        for (row, coin) in coins.dropLast().enumerated() {
            changes.instruments.append(Instrument(coin: coin, symbol: "C\(row)", name: "Coin", kind: .coin), row: row)
        }
        _ = market.commit(changes, time: MarketTime(seconds: 1))
        var (alerts, model) = (HoldingAlerts(), Model())
        var prices = Dictionary(uniqueKeysWithValues: coins.map { ($0, 100) })
        var count = 0
        for step in 1...500 {
            if step % 3 == 0 { try change(&alerts, &model, coins, &random) }
            model.forgetWhatNobodyHolds()
            let source = Int.random(in: 0..<25, using: &random) == 0 ? AlertStage.binance : AlertStage.huobi
            var (heard, changes) = ([CoinID: ExactDecimal](), MarketChanges())
            for (row, coin) in coins.dropLast().enumerated() where Int.random(in: 0..<300, using: &random) > 0 {
                // Most coins do not move with most polls.
                if Int.random(in: 0..<4, using: &random) == 0 {
                    let moved = prices[coin, default: 100] + Int.random(in: -1...1, using: &random)
                    prices[coin] = max(95, min(105, moved))
                }
                let price = try ExactDecimal(parsing: "\(prices[coin, default: 100])")
                heard[coin] = price
                changes.pricings.append(Pricing(decimals: UInt8(-price.exponent), source: source), row: row)
                changes.prices.append(UInt64(price.mantissa), row: row)
            }
            _ = market.commit(changes, time: MarketTime(seconds: Int64(step)))
            for coin in coins where heard[coin] != nil { alerts.sourceChanged(of: coin, to: source) }
            let rows = heard.keys.compactMap { market.row(of: $0) }
            let found = alerts.follow(market, MarketPoll(source, rows: rows, at: MarketTime(seconds: Int64(step))))
            model.poll(heard, by: source)
            let expected = model.met(listed: listed)
            guard found == expected else {
                Issue.record("seed \(seed), step \(step): found \(found), expected \(expected)")
                return
            }
            count += found.count
            // A met alert waits for the other side next.
            for met in found {
                guard let alert = model.alerts[met.slot] else { continue }
                let former = alert.watch.threshold
                let threshold = Threshold(value: former.value, isRise: !former.isRise, isStrict: !former.isStrict)
                let watch = HoldingAlerts.Watch(
                    total: alert.watch.total,
                    threshold: threshold,
                    rate: alert.watch.rate
                )
                model.alerts[met.slot]?.watch = watch
                alerts.remove(met.slot)
                alerts.insert(met.slot, watch)
            }
        }
        #expect(count > 30, "seed \(seed)")
    }

    /// Adds or removes an alert, or changes what a user holds.
    private func change(
        _ alerts: inout HoldingAlerts,
        _ model: inout Model,
        _ coins: [CoinID],
        _ random: inout SeededGenerator
    ) throws {
        let isEuro = Int.random(in: 0..<3, using: &random) == 0
        let holder = HoldingAlerts.Holder(
            account: AccountID(rawValue: .random(in: 1...5, using: &random)),
            currency: CurrencyCode(isEuro ? "EUR" : "USD")
        )
        let slots = model.alerts.keys.sorted()
        if Int.random(in: 0..<4, using: &random) == 0, let slot = slots.randomElement(using: &random) {
            alerts.discard(slot)
            model.alerts[slot] = nil
            return
        }
        if model.holdings[holder] == nil || Int.random(in: 0..<6, using: &random) == 0 {
            model.holdings[holder] = try coins.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }.map { coin in
                HeldCoin(
                    coin: coin,
                    amount: try #require(BigDecimal("\(Int.random(in: -1...3, using: &random)).5")),
                    ownCost: try #require(BigDecimal("\(Int.random(in: 0...50, using: &random))")),
                    dollarCost: isEuro ? BigDecimal(2 as ExactDecimal) : .zero
                )
            }
            for slot in slots where model.alerts[slot]?.holder == holder {
                alerts.hold(model.holdings[holder] ?? [], of: holder, slot)
            }
        }
        guard model.alerts.count < 30, let slot = (0...40).first(where: { model.alerts[AlertSlot($0)] == nil }) else {
            return
        }
        let rate = isEuro ? Conversion(1, by: 2) : nil
        // A limit that the present total meets exactly, or nearly.
        let value = (model.holdings[holder] ?? []).reduce(0.0) { $0 + $1.amount.approximate * 100 }
        let limit = Int((value * (isEuro ? 0.5 : 1)).rounded()) + Int.random(in: -4...4, using: &random)
        let isRise = Bool.random(using: &random)
        let watch = HoldingAlerts.Watch(
            total: Int.random(in: 0..<3, using: &random) == 0 ? .profit : .value,
            threshold: Threshold(
                value: try ExactDecimal(mantissa: Int64(limit), exponent: 0),
                isRise: isRise,
                isStrict: Bool.random(using: &random)
            ),
            rate: rate
        )
        model.alerts[AlertSlot(slot)] = ModelAlert(holder: holder, watch: watch)
        alerts.hold(model.holdings[holder] ?? [], of: holder, AlertSlot(slot))
        alerts.insert(AlertSlot(slot), watch)
    }
}
