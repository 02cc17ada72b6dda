internal import Observation
internal import Shared

/// The value of the user's holdings over time. It asks for the daily candles of one coin after another, so that it
/// takes only one of the charts that a connection may have. A coin whose prices cannot be had for now does not stop the
/// others, and is asked for again after a pause. When a day is over, all coins are asked for again.
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
    /// The last day that is over, in UTC by the server's clock.
    private var lastDay: CivilDate
    private let session: Session
    private let clock: AppClock
    @ObservationIgnored private var answers: [CoinID: Answer] = [:]

    /// A server gives no more candles.
    private static let daysMax = SessionLimits().candles
    /// Each coin costs the server a request to its providers.
    private static let coinsMax = 30
    /// How long the delayed coins wait until they are asked for again. One pause serves all of them.
    static let pause = Duration.seconds(30)

    init(session: Session, clock: AppClock) {
        (self.session, self.clock) = (session, clock)
        lastDay = session.lastDay(by: clock)
        work(out: session.user.table.transactions)
    }

    /// The coins of the transactions whose prices are asked for. Those that were bought first come first.
    var coins: [CoinID] { Array(allCoins.prefix(Self.coinsMax)) }
    /// How many further coins are left out.
    var coinsLeftOut: Int { max(0, allCoins.count - Self.coinsMax) }

    /// Whether all holdings count.
    var isWhole: Bool { coinsLeftOut == 0 && loaded == coins.count && history?.unpriced.isEmpty == true }

    // MARK: Inputs

    /// Follows the user's transactions and the days. Cancelling the calling task stops it.
    func appeared() async {
        async let _ = pauseWhileDelayed()
        async let _ = followDays()
        let user = session.user
        for await (transactions, _, _) in Observations({ (user.table.transactions, self.pauses, self.lastDay) }) {
            work(out: transactions)
            for coin in coins where answers[coin]?.lastDay != lastDay || delayed.contains(coin) {
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

    /// Notices each midnight.
    private func followDays() async {
        repeat {
            let day = session.lastDay(by: clock)
            if day != lastDay { lastDay = day }
        } while (try? await clock.sleep(session.restOfDay(by: clock))) != nil
    }

    private func note(_ answer: Answer, of coin: CoinID) {
        if answer.isFinal || !answer.closes.isEmpty { answers[coin] = answer }
        if answer.isFinal { delayed.remove(coin) } else { delayed.insert(coin) }
    }

    private func work(out transactions: [Transaction]) {
        var known: Set<CoinID> = []
        allCoins = transactions.map(\.coin).filter { known.insert($0).inserted }
        let removed = delayed.subtracting(coins)
        if !removed.isEmpty { delayed.subtract(removed) }
        let held = answers.filter { coins.contains($0.key) }
        loaded = held.count
        // The line goes on to another day when the sources have answered for all coins. A delayed coin does not stop it.
        let days = held.filter { !delayed.contains($0.key) }.map(\.value.lastDay.daysSince1970)
        let last = days.min().map(CivilDate.init(daysSince1970:)) ?? lastDay
        let closes = held.mapValues(\.closes)
        let next = HoldingsHistory(transactions, closes: closes, through: last, daysMax: Self.daysMax)
        history = held.isEmpty ? nil : next
    }
}

// MARK: Prices
extension HoldingsHistoryModel {
    /// What a source says about a coin.
    private struct Answer {
        /// The closes of days that the source has closed.
        let closes: HoldingsHistory.Closes
        /// The last day that was over when the source was asked.
        let lastDay: CivilDate
        let problem: ChartProblem?
        /// Whether the source has not closed that day yet, because it lags after midnight.
        let isEarly: Bool

        @MainActor
        init(_ chart: ChartReplica, through lastDay: CivilDate) {
            let closed = chart.candles.filter(\.isClosed).map { ($0.time.date.daysSince1970, $0.close) }
            closes = Dictionary(closed) { _, newer in newer }
            isEarly = chart.candles.contains { !$0.isClosed && $0.time.date == lastDay }
            (self.lastDay, problem) = (lastDay, chart.problem)
        }

        /// Whether another request on the same day would bring nothing new.
        var isFinal: Bool { problem.map { !$0.kind.isPassing } ?? !isEarly }
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
        let day = lastDay
        let chart = session.charts.open(request)
        defer { session.charts.close(chart) }
        for await isAnswered in Observations({ chart.isAnswered }) where isAnswered {
            return Answer(chart, through: day)
        }
        return nil
    }
}

// MARK: Words
extension HoldingsHistoryModel {
    /// What the chart lacks, and why.
    func remarks(in market: MarketTable) -> [HistoryRemark] {
        let (count, missing) = (coins.count, delayed.filter { answers[$0] == nil })
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

extension Session {
    /// The last day that is over, in UTC.
    fileprivate func lastDay(by clock: AppClock) -> CivilDate {
        CivilDate(daysSince1970: serverTime(by: clock).date.daysSince1970 - 1)
    }

    fileprivate func restOfDay(by clock: AppClock) -> Duration {
        let now = serverTime(by: clock)
        return now.nextDay.elapsed(since: now)
    }
}
