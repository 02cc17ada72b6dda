internal import Observation
internal import Shared

/// The value of the user's holdings over time. It asks for the daily candles of one coin after another, so that it
/// takes only one of the charts that a connection may have.
@MainActor
@Observable
final class HoldingsHistoryModel {
    // MARK: Outputs
    /// Nil until the prices of a coin have come.
    private(set) var history: HoldingsHistory?
    /// How many coins' prices have come.
    private(set) var loaded = 0

    /// The coins of all transactions, as of the last change of these.
    private var allCoins: [CoinID] = []
    private let session: Session
    private let clock: AppClock
    @ObservationIgnored private var closes: [CoinID: HoldingsHistory.Closes] = [:]

    /// A server gives no more candles.
    private static let daysMax = SessionLimits().candles
    /// Each coin costs the server a request to its providers.
    private static let coinsMax = 30

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
        let user = session.user
        for await transactions in Observations({ user.table.transactions }) {
            work(out: transactions)
            for coin in coins where closes[coin] == nil {
                guard let prices = await prices(of: coin, from: nil) else { return }
                closes[coin] = prices
                work(out: user.table.transactions)
            }
        }
    }

    private func work(out transactions: [Transaction]) {
        var known: Set<CoinID> = []
        allCoins = transactions.map(\.coin).filter { known.insert($0).inserted }
        let held = closes.filter { coins.contains($0.key) }
        loaded = held.count
        let next = HoldingsHistory(transactions, closes: held, through: yesterday, daysMax: Self.daysMax)
        history = held.isEmpty ? nil : next
    }

    /// - Parameter source: nil: the source in the user's settings.
    /// - Returns: empty if no source has the coin; nil if the calling task was cancelled.
    private func prices(of coin: CoinID, from source: String?) async -> HoldingsHistory.Closes? {
        let request = ChartRequest(coin: coin, interval: .day, count: Self.daysMax, source: source)
        let chart = session.charts.open(request)
        defer { session.charts.close(chart) }
        for await isAnswered in Observations({ chart.isAnswered }) where isAnswered {
            if chart.candles.isEmpty, source == nil, let other = chart.problem?.otherSource {
                return await prices(of: coin, from: other)
            }
            let days = chart.candles.map { ($0.time.date.daysSince1970, $0.close) }
            return Dictionary(days) { _, newer in newer }
        }
        return nil
    }
}

// MARK: Words
extension HoldingsHistoryModel {
    /// What the chart lacks, and why.
    func remarks(in market: MarketTable) -> [String] {
        let count = coins.count
        var remarks: [HistoryRemark] = []
        if loaded < count { remarks.append(.loading(loaded, of: count)) }
        guard let history else { return remarks.map(\.description) }
        let symbols = { (coins: Set<CoinID>) in coins.map(market.symbol).sorted() }
        if !history.unpriced.isEmpty { remarks.append(.unpriced(symbols: symbols(history.unpriced))) }
        if history.hasOlder { remarks.append(.pricesBegin(history.first)) }
        if coinsLeftOut > 0 { remarks.append(.coinsLeftOut(coinsLeftOut)) }
        if let most = history.gaps.values.max() {
            remarks.append(.daysWithoutPrice(most, symbols: symbols(Set(history.gaps.keys))))
        }
        return remarks.map(\.description)
    }
}
