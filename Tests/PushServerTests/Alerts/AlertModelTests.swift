import Foundation
import Shared
import TestSupport
import Testing

@testable import PushServer

/// The rules against an evaluator that looks at every alert at every poll.
struct AlertModelTests {
    /// One alert, exactly by the rules.
    private struct ModelAlert {
        var alert: Alert
        var phase = Phase.waiting
        private var wasMet = false
        private var since = MarketTime(milliseconds: 0)
        private var fired = ExactDecimal.zero

        enum Phase { case waiting, armed, resting, pausing }

        init(_ alert: Alert) { self.alert = alert }

        mutating func breakOff() { wasMet = false }

        /// - Returns: whether it fires.
        mutating func poll(_ price: ExactDecimal, at now: MarketTime) -> Bool {
            let isMet = isMet(by: price)
            let counts = isMet && wasMet
            wasMet = isMet
            if !counts { return false }
            switch phase {
            case .waiting: enter(.armed)
            case .armed:
                (since, fired) = (now, price)
                enter(.resting)
                return true
            case .resting: enter(now < since.adding(.seconds(300)) ? .pausing : .armed)
            case .pausing: break
            }
            return false
        }

        mutating func secondPassed(at now: MarketTime) {
            let end = since.adding(.seconds(300)).milliseconds / 1000 + 1
            if phase == .pausing, now.milliseconds / 1000 >= end { enter(.waiting) }
        }

        private mutating func enter(_ new: Phase) { (phase, wasMet) = (new, false) }

        private func isMet(by price: ExactDecimal) -> Bool {
            let (limit, isAbove) = limit
            let isTrue = isAbove ? price >= limit : price <= limit
            switch phase {
            case .waiting: return !isTrue
            case .armed: return isTrue
            case .resting:
                if !alert.repeats { return false }
                let release = limit.approximate * (isAbove ? 0.99 : 1.01)
                return isAbove ? price.approximate <= release + 1e-9 : price.approximate >= release - 1e-9
            case .pausing: return false
            }
        }

        private var limit: (ExactDecimal, isAbove: Bool) {
            switch alert.condition {
            case .priceAbove(let limit): (limit, true)
            case .priceBelow(let limit): (limit, false)
            case .move, .dayChange, .holdings: (.zero, true)
            }
        }
    }

    private struct Fired: Hashable {
        let alert: AlertID
        let price: ExactDecimal
        let time: MarketTime
    }

    @Test(arguments: [1, 2, 3] as [UInt64]) func theIndexFindsTheSameAsCheckingEveryAlert(
        seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        let coins = (1...3).map { CoinID(UInt32($0)) }
        var stage = AlertStage(coins: coins.count)
        var models: [AlertID: ModelAlert] = [:]
        var sources = Dictionary(uniqueKeysWithValues: coins.map { ($0, SourceNumber.none) })
        var prices = Dictionary(uniqueKeysWithValues: coins.map { ($0, 100) })
        var expected: [Fired] = []
        var found: [Fired] = []
        var seen: UInt64 = 0
        for step in 1...1500 {
            if Int.random(in: 0..<4, using: &random) == 0 { try change(&stage, &models, coins, step, &random) }
            let source = Int.random(in: 0..<20, using: &random) == 0 ? AlertStage.binance : AlertStage.huobi
            var heard: [CoinID: ExactDecimal] = [:]
            for coin in coins {
                prices[coin] = max(90, min(110, prices[coin, default: 100] + Int.random(in: -1...1, using: &random)))
                if Int.random(in: 0..<15, using: &random) > 0 {
                    heard[coin] = try ExactDecimal(parsing: "\(prices[coin, default: 100])")
                }
            }
            stage.poll(heard, by: source, after: .seconds(Int.random(in: 1...40, using: &random)))
            for (id, model) in models {
                var model = model
                let coin = model.alert.coin
                if sources[coin] != source || heard[coin] == nil {
                    // A source that has left the coin out does not affect another source's polls.
                    if heard[coin] != nil || sources[coin] == source { model.breakOff() }
                }
                if let price = heard[coin], model.poll(price, at: stage.now) {
                    expected.append(Fired(alert: id, price: price, time: stage.now))
                }
                models[id] = model
            }
            for coin in heard.keys { sources[coin] = source }
            stage.pass(.zero)
            for id in models.keys { models[id]?.secondPassed(at: stage.now) }
            let events = stage.events().filter { $0.number > seen }
            seen = events.last?.number ?? seen
            found += events.map { Fired(alert: $0.alert, price: $0.price, time: $0.time) }
            guard Set(found) == Set(expected) else {
                Issue.record("seed \(seed), step \(step): \(Set(found).symmetricDifference(expected))")
                return
            }
        }
        #expect(expected.count > 50)
        #expect(found.count == expected.count)
    }

    private func change(
        _ stage: inout AlertStage,
        _ models: inout [AlertID: ModelAlert],
        _ coins: [CoinID],
        _ step: Int,
        _ random: inout SeededGenerator
    ) throws {
        let limit = try ExactDecimal(parsing: "\(Int.random(in: 93...107, using: &random))")
        let condition: AlertCondition =
            Bool.random(using: &random) ? .priceAbove(limit) : .priceBelow(limit)
        // Two alerts of one user must differ.
        func isFree(_ condition: AlertCondition, _ coin: CoinID) -> Bool {
            !models.values.contains { $0.alert.condition == condition && $0.alert.coin == coin }
        }
        let known = models.keys.sorted { $0.rawValue < $1.rawValue }.randomElement(using: &random)
        switch Int.random(in: 0..<10, using: &random) {
        case 0:
            guard let known else { return }
            try stage.change { _ in .remove([known]) }
            models[known] = nil
        case 1, 2:
            guard let known, let model = models[known], isFree(condition, model.alert.coin) else { return }
            var alert = model.alert
            alert.condition = condition
            try stage.change { .change(to: alert, of: $0) }
            if condition != model.alert.condition { models[known] = ModelAlert(alert) }
        case 3, 4:
            guard let known, let model = models[known] else { return }
            let others = models.values.filter { $0.alert.id != known && $0.alert.coin == model.alert.coin }
            if others.contains(where: { $0.alert.condition == model.alert.condition }) { return }
            try stage.change { .arm(known, of: $0) }
            models[known] = ModelAlert(model.alert)
        default:
            guard models.count < 150 else { return }
            let coin = coins.randomElement(using: &random) ?? coins[0]
            if !isFree(condition, coin) { return }
            let alert = Alert.test(
                condition,
                id: UInt64(step),
                coin: coin,
                repeats: Bool.random(using: &random)
            )
            try stage.change { _ in .add(alert) }
            models[alert.id] = ModelAlert(alert)
        }
    }
}
