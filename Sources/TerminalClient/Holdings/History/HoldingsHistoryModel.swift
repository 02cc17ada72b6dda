internal import Observation
internal import Shared

/// The value of the user's holdings over time. It asks for the daily candles of one coin after another, so that it
/// takes only one of the charts that a connection may have. A coin whose prices cannot be had for now does not stop the
/// others, and is asked for again after a pause.
@MainActor
@Observable
final class HoldingsHistoryModel {
    // MARK: Outputs
    /// Nil until the prices of a coin have come.
    private(set) var history: HoldingsHistory?
    /// How many coins' prices have come.
    private(set) var loaded = 0
    /// The coins to ask for again: their newest prices, or all, could not be had for now.
    private(set) var delayed: Set<CoinID> = []

    /// The coins of all transactions, as of the last change of these.
    private var allCoins: [CoinID] = []
    /// How many pauses are over.
    private var pauses = 0
    private let session: Session
    private let clock: AppClock
    @ObservationIgnored private var closes: [CoinID: HoldingsHistory.Closes] = [:]

    /// A server gives no more candles.
    private static let daysMax = SessionLimits().candles
    /// Each coin costs the server a request to its providers.
    private static let coinsMax = 30
    /// How long the delayed coins wait until they are asked for again. One pause serves all of them.
    static let pause = Duration.seconds(30)

    init(session: Session, clock: AppClock) {
        (self.session, self.clock) = (session, clock)
        work(out: session.user.table.transactions)
    }

    /// The coins of the transactions whose prices are asked for. Those that were bought first come first.
    var coins: [CoinID] { Array(allCoins.prefix(Self.coinsMax)) }
    /// How many further coins are left out.
    var coinsLeftOut: Int { max(0, allCoins.count - Self.coinsMax) }

    /// Whether all holdings count.
    var isWhole: Bool { coinsLeftOut == 0 && loaded == coins.count && history?.unpriced.isEmpty == true }

    private var yesterday: CivilDate {
        let today = session.serverTime(by: clock).date
        return CivilDate(daysSince1970: today.daysSince1970 - 1)
    }

    // MARK: Inputs

    /// Follows the user's transactions. Cancelling the calling task stops it.
    func appeared() async {
        async let _ = pauseWhileDelayed()
        let user = session.user
        for await (transactions, _) in Observations({ (user.table.transactions, self.pauses) }) {
            work(out: transactions)
            for coin in coins where closes[coin] == nil || delayed.contains(coin) {
                guard let answer = await prices(of: coin) else { return }
                note(answer, of: coin)
                work(out: user.table.transactions)
            }
        }
    }

    /// Counts pauses as long as there are delayed coins.
    private func pauseWhileDelayed() async {
        for await isDelayed in Observations({ !self.delayed.isEmpty }) where isDelayed {
            while !delayed.isEmpty {
                do { try await clock.sleep(Self.pause) } catch { return }
                pauses += 1
            }
        }
    }

    private func note(_ answer: Answer, of coin: CoinID) {
        if answer.isFinal || !answer.closes.isEmpty { closes[coin] = answer.closes }
        if answer.isFinal { delayed.remove(coin) } else { delayed.insert(coin) }
    }

    private func work(out transactions: [Transaction]) {
        var known: Set<CoinID> = []
        allCoins = transactions.map(\.coin).filter { known.insert($0).inserted }
        let removed = delayed.subtracting(coins)
        if !removed.isEmpty { delayed.subtract(removed) }
        let held = closes.filter { coins.contains($0.key) }
        loaded = held.count
        let next = HoldingsHistory(transactions, closes: held, through: yesterday, daysMax: Self.daysMax)
        history = held.isEmpty ? nil : next
    }
}

// MARK: Prices
extension HoldingsHistoryModel {
    /// What a source says about a coin.
    private struct Answer {
        let closes: HoldingsHistory.Closes
        let problem: ChartProblem?

        /// Whether it is of no use to ask again.
        var isFinal: Bool { problem?.kind.isPassing != true }
    }

    /// Asks another source if the one in the user's settings has nothing.
    /// - Returns: nil if the calling task was cancelled.
    private func prices(of coin: CoinID) async -> Answer? {
        guard let own = await answer(about: coin, from: nil) else { return nil }
        guard own.closes.isEmpty, let other = own.problem?.otherSource else { return own }
        guard let second = await answer(about: coin, from: other) else { return nil }
        // A source that is silent for now may have what the other one lacks.
        return second.closes.isEmpty && !own.isFinal ? own : second
    }

    /// - Parameter source: nil: the source in the user's settings.
    /// - Returns: nil if the calling task was cancelled.
    private func answer(about coin: CoinID, from source: String?) async -> Answer? {
        let request = ChartRequest(coin: coin, interval: .day, count: Self.daysMax, source: source)
        let chart = session.charts.open(request)
        defer { session.charts.close(chart) }
        for await isAnswered in Observations({ chart.isAnswered }) where isAnswered {
            let days = chart.candles.map { ($0.time.date.daysSince1970, $0.close) }
            return Answer(closes: Dictionary(days) { _, newer in newer }, problem: chart.problem)
        }
        return nil
    }
}

// MARK: Words
extension HoldingsHistoryModel {
    /// What the chart lacks, and why.
    func remarks(in market: MarketTable) -> [HistoryRemark] {
        let (count, missing) = (coins.count, delayed.filter { closes[$0] == nil })
        let symbols = { (coins: Set<CoinID>) in coins.map(market.symbol).sorted() }
        var remarks: [HistoryRemark] = []
        if loaded + missing.count < count { remarks.append(.loading(loaded, of: count)) }
        if !missing.isEmpty { remarks.append(.delayed(symbols: symbols(missing))) }
        guard let history else { return remarks }
        if !history.unpriced.isEmpty { remarks.append(.unpriced(symbols: symbols(history.unpriced))) }
        if history.hasOlder { remarks.append(.pricesBegin(history.first)) }
        if coinsLeftOut > 0 { remarks.append(.coinsLeftOut(coinsLeftOut)) }
        if let most = history.gaps.values.max() {
            remarks.append(.daysWithoutPrice(most, symbols: symbols(Set(history.gaps.keys))))
        }
        return remarks
    }
}
