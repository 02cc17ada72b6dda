import ArgumentParser
import Foundation
import PushServer
import Shared

struct AlertsCommand: Benchmark {
    static let configuration = CommandConfiguration(
        commandName: "alerts",
        abstract:
            "What a tick costs that may fire alerts, with alerts near the price and far from it, and what an alert weighs."
    )

    @Option(help: "Alerts.") var alerts = 100_000
    @Option(help: "Users who have them.") var users = 10_000
    @Option(help: "Coins, of which each tick changes all.") var coins = 1000
    @Option(help: "Users who have one more alert, on the value of ten coins that they hold.") var holders = 10_000
    @Option(help: "Ticks.") var ticks = 2000

    func measure() async throws -> Section {
        var section = Section("alerts alerts=\(alerts) users=\(users) coins=\(coins) ticks=\(ticks)")
        let before = heapInUse
        var far = try AlertMarket(coins: coins, alerts: alerts, users: users, spread: 0.5)
        section.add(
            "memory of an alert",
            Double(heapInUse - before) / Double(alerts),
            "B",
            .atMost(200)
        )
        try measure(&far, "far from the price", &section)
        var near = try AlertMarket(coins: coins, alerts: alerts, users: users, spread: 0.02)
        try measure(&near, "within 2 % of the price", &section)
        var mixed = try AlertMarket(coins: coins, alerts: alerts, users: users, spread: 0.5, isMixed: true)
        try measure(&mixed, "of all conditions, far from their limits", &section)
        var held = try AlertMarket(coins: coins, alerts: alerts, users: users, spread: 0.5, holders: holders)
        try measure(&held, "far from the price, and \(holders) on holdings", &section)
        return section
    }

    /// In bytes, with a market of `coins` coins.
    private var heapInUse: Int { ProcessMemory.own()?.use()?.heap ?? 0 }

    private func measure(_ market: inout AlertMarket, _ name: String, _ section: inout Section) throws {
        var (times, met) = ([Double](), 0)
        for _ in 0..<ticks {
            let (cost, count) = try market.tick()
            times.append(cost)
            met += count
        }
        section.add("tick, alerts \(name), CPU", Distribution(times), "ms", p99: .atMost(1))
        section.add("alerts \(name) that a tick changes", Double(met) / Double(ticks), "")
    }
}

/// A market in which each tick moves every price slightly, with alerts of many users. Half of the alerts are above the
/// price.
private struct AlertMarket {
    private static let decimals = 6
    private var table = MarketTable()
    private var rules: AlertRules
    private var prices: [Double]
    private var time = MarketTime(seconds: 1_733_918_400)

    /// - Parameters:
    ///   - spread: the maximum distance of thresholds from the price, as a fraction of the price.
    ///   - isMixed: whether a quarter of the alerts are about moves, changes over 24 hours, and prices in bitcoin.
    ///   - holders: how many users have an alert on the value of their holdings.
    init(coins: Int, alerts: Int, users: Int, spread: Double, isMixed: Bool = false, holders: Int = 0) throws {
        prices = (0..<coins).map { _ in .random(in: 1...1000) }
        var changes = MarketChanges()
        for row in 0..<coins {
            let instrument = Instrument(coin: CoinID(UInt32(row + 1)), symbol: "C\(row)", name: "Coin", kind: .coin)
            changes.instruments.append(instrument, row: row)
            changes.pricings.append(Pricing(decimals: UInt8(Self.decimals), source: .traded), row: row)
        }
        _ = table.commit(changes, time: time)
        rules = AlertRules(market: table)
        var kept: [AccountID: [KeptAlert]] = [:]
        for number in 0..<alerts {
            let (coin, isAbove) = (number % coins, number.isMultiple(of: 2))
            let far = 1 + (isAbove ? 1 : -1) * Double.random(in: 0.0001...spread)
            let limit = try Self.decimal(prices[coin] * far)
            // Coins and users take turns, so the kind is drawn by lot.
            let kind = isMixed ? Int.random(in: 0..<12) : 3
            let percent = try ExactDecimal(mantissa: (isAbove ? 1 : -1) * .random(in: 10...50), exponent: 0)
            let condition: AlertCondition =
                switch kind {
                case 0: .move(percent: percent, minutes: 5 * .random(in: 1...288))
                case 1: .dayChange(percent)
                default: isAbove ? .priceAbove(limit) : .priceBelow(limit)
                }
            let bitcoins = try Self.decimal(prices[coin] / prices[0] * far, decimals: 12)
            let isInBitcoin = kind == 2 && coin > 0
            let alert = Alert(
                id: AlertID(rawValue: UInt64(number + 1)),
                coin: CoinID(UInt32(coin + 1)),
                condition: isInBitcoin ? (isAbove ? .priceAbove(bitcoins) : .priceBelow(bitcoins)) : condition,
                currency: isInBitcoin ? "BTC" : Currency.usd.name,
                repeats: true
            )
            let state = AlertState(alert: alert.id, arming: 1, phase: .armed, since: time)
            kept[AccountID(rawValue: Int64(number % users)), default: []].append(KeptAlert(alert, state))
        }
        for number in 0..<holders {
            let alert = Alert(
                id: AlertID(rawValue: .max - UInt64(number)),
                coin: .holdings,
                condition: .holdings(.value, limit: try Self.decimal(1e9), isRise: true)
            )
            let state = AlertState(alert: alert.id, arming: 1, phase: .armed, since: time)
            let holdings = (0..<10).map { place in
                let coin = CoinID(UInt32((number + place * coins / 10) % coins + 1))
                return HeldCoin(coin: coin, amount: .one, ownCost: .one)
            }
            kept[AccountID(rawValue: Int64(number % users)), default: []].append(KeptAlert(alert, state, holdings))
        }
        rules.start(kept)
    }

    private static func decimal(_ price: Double, decimals: Int = Self.decimals) throws -> ExactDecimal {
        try ExactDecimal(mantissa: Int64(price * pow(10, Double(decimals))), exponent: -decimals)
    }

    /// - Returns: the cost of the tick in milliseconds, and the number of alerts that it changes.
    mutating func tick() throws -> (Double, Int) {
        time = time.adding(.seconds(1))
        var changes = MarketChanges()
        for row in prices.indices {
            prices[row] *= 1 + Double.random(in: -0.001...0.001)
            changes.prices.append(UInt64(try Self.decimal(prices[row]).mantissa(at: -Self.decimals) ?? 0), row: row)
        }
        let diff = table.commit(changes, time: time)
        let poll = MarketPoll(.traded, rows: prices.indices, at: time)
        let cost = cpuMilliseconds { rules.follow(diff, poll) }
        var count = 0
        var writes = rules.takeWrites()
        while !writes.isEmpty {
            for (account, changes) in writes {
                count += changes.count
                rules.settled(changes, of: account, .settled(changes.map { _ in true }))
            }
            writes = rules.takeWrites()
        }
        return (cost, count)
    }
}
