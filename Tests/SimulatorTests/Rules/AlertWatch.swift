import Shared

@testable import PushServer

/// Computes what alerts on a price or on the change of a day must do, independently of the rules, from all polls of
/// their coin.
struct AlertWatch {
    /// One poll that told a coin's price.
    private struct Look {
        let source: SourceNumber
        let time: MarketTime
        let price: ExactDecimal
        let dayChange: ExactDecimal?
        /// Whether it came right after the previous look, and from the same source.
        let isNext: Bool
    }

    private var market: MarketTable
    private var looks: [CoinID: [Look]] = [:]
    /// Coins whose next look starts over.
    private var broken: Set<CoinID> = []
    private var alerts: [AccountID: [AlertID: KeptAlert]] = [:]
    /// Those that were armed when the server started.
    private var armedAtStart: Set<AlertID> = []

    init(market: MarketTable) { self.market = market }

    // MARK: Events

    mutating func start(_ alerts: [AccountID: [KeptAlert]]) {
        self.alerts = [:]
        armedAtStart = []
        for (account, kept) in alerts {
            changed(account, kept)
            armedAtStart.formUnion(kept.filter { $0.state?.isArmed == true }.map(\.alert.id))
        }
    }

    mutating func changed(_ account: AccountID, _ alerts: [KeptAlert]) {
        self.alerts[account] = Dictionary(alerts.map { ($0.alert.id, $0) }) { first, _ in first }
    }

    mutating func follow(_ diff: MarketDiff?, _ poll: MarketPoll?) throws {
        if let diff {
            try market.apply(diff)
            for (row, pricing) in zip(diff.changes.pricings.rows, diff.changes.pricings.values) {
                let coin = market.instrument(ofRow: Int(row)).coin
                if looks[coin]?.last?.source != pricing.source { broken.insert(coin) }
            }
        }
        guard let poll else { return }
        for row in 0..<market.count where market[row].pricing.source == poll.source { look(row, poll) }
    }

    private mutating func look(_ row: Int, _ poll: MarketPoll) {
        let (quote, coin) = (market[row], market.instrument(ofRow: row).coin)
        guard poll.rows.contains(row), !quote.isDelisted, let price = quote.exactPrice else {
            broken.insert(coin)
            return
        }
        let isNext = broken.remove(coin) == nil && looks[coin] != nil
        let change = quote.dayChange.flatMap { try? ExactDecimal(mantissa: Int64($0.hundredths), exponent: -2) }
        looks[coin, default: []].append(
            Look(source: poll.source, time: poll.time, price: price, dayChange: change, isNext: isNext)
        )
    }

    // MARK: Checks

    /// Checks that two successive polls of one source agree with a note.
    func check(_ change: AlertChange, of account: AccountID) throws {
        guard let kept = alerts[account]?[change.alert], kept.alert.arming == change.arming,
            Self.isWatched(kept.alert)
        else { return }
        switch change.step {
        case .armed(let time):
            if !hasSeen(kept.alert, true: false, at: time) { throw Violation("\(kept.alert) was armed, and is true") }
        case .fired(let firing):
            if !hasSeen(kept.alert, true: true, at: firing.time, price: firing.price) {
                throw Violation("\(kept.alert) fired at \(firing), and is not true")
            }
            if firing.whileDown, !armedAtStart.contains(change.alert) {
                throw Violation("\(kept.alert) was armed in this life of the server, and fired as if it had not been")
            }
        }
    }

    private func hasSeen(_ alert: Alert, true isTrue: Bool, at time: MarketTime, price: ExactDecimal? = nil) -> Bool {
        let looks = looks[alert.coin] ?? []
        return zip(looks, looks.dropFirst()).contains { one, next in
            next.time == time && next.isNext && (price == nil || price == next.price)
                && [one, next].allSatisfy { Self.isTrue(alert.condition, $0) == isTrue }
        }
    }

    /// Checks that an alert has not missed the last polls, if all of them agree.
    func checkRest(_ kept: KeptAlert, of account: AccountID) throws {
        guard Self.isWatched(kept.alert), let looks = looks[kept.alert.coin]?.suffix(4), looks.count == 4,
            looks.dropFirst().allSatisfy(\.isNext), !broken.contains(kept.alert.coin)
        else { return }
        let truths = Set(looks.map { Self.isTrue(kept.alert.condition, $0) })
        if truths == [true], kept.state?.isArmed == true { throw Violation("\(kept.alert) is true, armed, and silent") }
        if truths == [false], kept.state == nil { throw Violation("\(kept.alert) is not true, and was not armed") }
    }

    /// Moves and totals have models of their own (`AlertModelTests`, `HoldingAlertModelTests`).
    private static func isWatched(_ alert: Alert) -> Bool {
        switch alert.condition {
        case .priceAbove, .priceBelow: alert.currency == "USD"
        case .dayChange: true
        case .move, .holdings: false
        }
    }

    /// - Returns: nil if that is unknown.
    private static func isTrue(_ condition: AlertCondition, _ look: Look) -> Bool? {
        switch condition {
        case .priceAbove(let limit): look.price >= limit
        case .priceBelow(let limit): look.price <= limit
        case .dayChange(let limit): look.dayChange.map { limit > .zero ? $0 >= limit : $0 <= limit }
        case .move, .holdings: nil
        }
    }
}
