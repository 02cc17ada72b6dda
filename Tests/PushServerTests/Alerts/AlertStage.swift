public import Shared
import Testing

@testable import PushServer

/// The rules between a market that the test makes and a store that accepts everything at once.
struct AlertStage {
    static let ada = AccountID(rawValue: 1)
    static let bob = AccountID(rawValue: 2)
    static let huobi = SourceNumber(1)
    static let binance = SourceNumber(2)
    static let coin = CoinID(1)

    private(set) var now = MarketTime(seconds: 1_733_918_400)
    private(set) var rules: AlertRules
    /// The users' tables in the store.
    private(set) var tables: [AccountID: UserTable] = [:]
    private var market = MarketTable()
    private let recordRules = RecordRules()
    private(set) var isStoring = true
    /// Whether the store takes no note, as when the alert has changed there.
    var isRejecting = false
    /// All notes that the rules wanted to store.
    private(set) var notes: [AlertChange] = []

    init(coins: Int = 1) {
        var changes = MarketChanges()
        for row in 0..<coins {
            let coin = CoinID(UInt32(row + 1))
            let instrument = Instrument(coin: coin, symbol: "C\(coin)", name: "Coin \(coin)", kind: .coin)
            changes.instruments.append(instrument, row: row)
        }
        changes.sources = [(Self.huobi, "Huobi"), (Self.binance, "Binance")].map { number, provider in
            MarketSource(
                number,
                MarketSource.Name(.tickers, of: provider),
                state: .live,
                since: MarketTime(seconds: 1),
                lastEvent: nil
            )
        }
        _ = market.commit(changes, time: now)
        rules = AlertRules(market: market)
        rules.start([:])
    }

    /// A stage with an alert that was seen to be false.
    static func armed(_ alert: Alert, at price: ExactDecimal = 90) throws -> AlertStage {
        var stage = AlertStage()
        try stage.change { _ in .add(alert) }
        stage.poll(price, times: 2)
        #expect(stage.state(alert) == .armed)
        return stage
    }

    /// A stage with an alert on a move of an hour that was seen to be false.
    static func armedByMinutes(_ alert: Alert, at price: ExactDecimal = 100) throws -> AlertStage {
        var stage = AlertStage()
        try stage.change { _ in .add(alert) }
        stage.poll(price, times: 65, after: .seconds(60))
        #expect(stage.state(alert) == .armed)
        return stage
    }

    // MARK: The market

    /// A provider's candles have come: how many minutes ago each began, its open and its close.
    mutating func fill(
        _ candles: [(ago: Int, open: ExactDecimal, close: ExactDecimal)],
        of provider: String = "Huobi"
    ) {
        let minute = now.milliseconds / 60_000
        let candles = candles.sorted { $0.ago > $1.ago }.map { candle in
            // Single prints far away, which must not count.
            Candle(
                time: MarketTime(seconds: (minute - Int64(candle.ago)) * 60),
                open: candle.open,
                high: 1_000_000,
                low: 0.000001,
                close: candle.close,
                volume: nil,
                isClosed: candle.ago > 0
            )
        }
        rules.fill(Self.coin, with: candles, of: provider, at: now)
    }

    /// A table of exchange rates of today.
    mutating func rates(dollarsPerEuro rate: ExactDecimal) {
        rules.ratesChanged(
            ExchangeRates(source: "bank", day: now.date, heard: now, base: "EUR", rates: ["USD": rate])
        )
    }

    /// The coins whose minutes must be filled.
    var lackingMinutes: [CoinID] { rules.lackingMinutes(at: now) }

    /// A source's answer, one second after the last event.
    /// - Parameters:
    ///   - prices: by coin. Other coins were not heard.
    ///   - changes: of 24 hours, in hundredths of a percent, by coin.
    mutating func poll(
        _ prices: [CoinID: ExactDecimal],
        by source: SourceNumber = huobi,
        dayChanges: [CoinID: Int] = [:],
        after time: Duration = .seconds(1)
    ) {
        now = now.adding(time)
        let heard = prices.compactMap { coin, price in market.row(of: coin).map { ($0, price) } }.sorted { $0.0 < $1.0 }
        var changes = MarketChanges()
        for (row, price) in heard {
            changes.pricings.append(Pricing(decimals: UInt8(-price.exponent), source: source), row: row)
            changes.prices.append(UInt64(price.mantissa), row: row)
        }
        for (coin, hundredths) in dayChanges.sorted(by: { $0.key < $1.key }) {
            guard let row = market.row(of: coin) else { continue }
            changes.dayChanges.append(Percent(hundredths: hundredths), row: row)
        }
        let diff = market.commit(changes, time: now)
        rules.follow(diff, MarketPoll(source, rows: heard.map(\.0), at: now))
        settle()
    }

    /// The same for the one coin, `times` times.
    mutating func poll(
        _ price: ExactDecimal,
        by source: SourceNumber = huobi,
        times: Int = 1,
        after: Duration = .seconds(1)
    ) {
        for _ in 0..<times { poll([Self.coin: price], by: source, after: after) }
    }

    /// The row shows another source's price without a new answer, because the earlier price has become too old.
    mutating func show(_ price: ExactDecimal, of source: SourceNumber) {
        var changes = MarketChanges()
        changes.pricings.append(Pricing(decimals: UInt8(-price.exponent), source: source), row: 0)
        changes.prices.append(UInt64(price.mantissa), row: 0)
        rules.follow(market.commit(changes, time: now), nil)
    }

    mutating func pass(_ time: Duration) {
        now = now.adding(time)
        rules.secondPassed(at: now)
        settle()
    }

    // MARK: Users and the store

    mutating func change(_ account: AccountID = ada, _ make: (UserTable) -> Mutation) throws {
        var table = tables[account] ?? UserTable()
        try table.apply(make(table), within: recordRules)
        tables[account] = table
        rules.changed(account, StoredAlerts(table).kept)
    }

    /// Restarts the server: new rules read the store.
    mutating func restart() {
        rules = AlertRules(market: market)
        readAgain()
    }

    /// The rules read the store again, because nobody knows what users have changed. As with the hub, users with alerts on
    /// all holdings come later.
    mutating func readAgain() {
        let stored = tables.mapValues(StoredAlerts.init)
        let later = stored.filter(\.value.needHoldings)
        rules.start(stored.filter { !$1.needHoldings }.mapValues(\.kept), later: Set(later.keys))
        for (account, alerts) in later { rules.changed(account, alerts.kept) }
    }

    mutating func failStoring(_ fails: Bool) { isStoring = !fails }

    private mutating func settle() {
        var writes = rules.takeWrites()
        while !writes.isEmpty {
            for (account, changes) in writes {
                notes += changes
                let taken = isStoring ? AlertAnswer.settled(changes.map { store($0, of: account) }) : .notStored
                rules.settled(changes, of: account, taken)
            }
            writes = rules.takeWrites()
        }
    }

    private mutating func store(_ change: AlertChange, of account: AccountID) -> Bool {
        if isRejecting { return false }
        var table = tables[account] ?? UserTable()
        guard let mutation = Mutation(noting: change, in: table) else { return false }
        do {
            try table.apply(mutation, within: recordRules, by: .server)
        } catch {
            Issue.record("the server's own mutation was refused: \(error)")
        }
        tables[account] = table
        return true
    }

    // MARK: Outcomes

    /// The oldest first.
    func events(_ account: AccountID = ada) -> [AlertEvent] { (tables[account]?.alertEvents ?? []).reversed() }

    func state(_ alert: Alert, _ account: AccountID = ada) -> AlertState.Phase? {
        tables[account]?.alert(alert.id).flatMap { tables[account]?.state(of: $0) }?.phase
    }
}

extension ExactDecimal: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    public init(floatLiteral value: Double) { self.init("\(value)") }
    public init(integerLiteral value: Int64) { self.init("\(value)") }

    private init(_ text: String) {
        do {
            try self.init(parsing: text)
        } catch {
            fatalError("\(text) is a number: \(error)")
        }
    }
}

extension Alert {
    static func test(
        _ condition: AlertCondition,
        id: UInt64 = 1,
        coin: CoinID = AlertStage.coin,
        currency: String = "USD",
        repeats: Bool = false
    ) -> Alert {
        Alert(
            id: AlertID(rawValue: id),
            coin: coin,
            condition: condition,
            currency: currency,
            repeats: repeats,
            note: "look"
        )
    }
}

extension AlertFiring {
    static func test(at time: MarketTime) -> AlertFiring {
        AlertFiring(price: 101, source: "Huobi", time: time, whileDown: false)
    }
}
