internal import Observation
internal import Shared

/// The user's holdings. They are recalculated when a transaction, the market or the currency has changed.
@MainActor
@Observable
final class HoldingsViewModel: RowsScreenModel {
    /// What the screen shows.
    struct Content: Equatable {
        var rows: [HoldingRow] = []
        var total: HoldingRow?
        /// What the figures lack: transactions, or prices.
        var warnings: [String] = []
        /// The value of all holdings, for the end of the line.
        var value: Double?
    }

    /// What costs and profits depend on, besides prices.
    private struct Inputs: Equatable {
        var version: UInt64
        var pending: Int
        var method: CostMethod
        var money: ShownCurrency
    }

    enum Destination: Equatable, Sendable {
        case transactions(of: CoinID)
        case newTransaction(of: CoinID)
    }

    // MARK: Outputs
    let tabs: TabsViewModel
    let exits = Exits<Destination>()
    private(set) var content = Content()
    var selection = RowSelection<CoinID>()
    let history: HoldingsHistoryModel

    private let session: Session
    @ObservationIgnored private var inputs: Inputs?
    @ObservationIgnored private var marketHash: UInt64?
    @ObservationIgnored private var portfolio: Portfolio?
    @ObservationIgnored private var hidAmounts = false

    init(session: Session, tabs: TabsViewModel) {
        (self.session, self.tabs) = (session, tabs)
        history = HoldingsHistoryModel(session: session, clock: tabs.clock)
    }

    var hidesAmounts: Bool { tabs.hidesAmounts }
    var money: ShownCurrency { session.money }
    var method: CostMethod { session.user.table[Settings.costMethod] }

    var rowIDs: [CoinID] { content.rows.compactMap(\.coin) }

    /// The words in place of rows.
    var absence: [String] {
        session.user.isComplete
            ? Absence.noHoldings(add: keys.coin.name(of: .transaction)).lines : Absence.holdingsOffline.lines
    }

    /// What the chart of values lacks, and why.
    var historyRemarks: [String] { history.remarks(in: session.market.table) }

    /// The currency of the chart of values. For a coin it is the dollar, because the coin's price of today says nothing
    /// about the past.
    var historyMoney: ShownCurrency { money.forHistory }

    /// The present value, if it is comparable with those of past days.
    var historyNow: Double? { history.isWhole && historyMoney == money ? content.value : nil }

    /// By the calendar of the server's clock, in UTC.
    var today: CivilDate { tabs.clock.date().adding(session.clockOffset()).date }

    // MARK: Inputs

    func refresh() {
        let table = session.user.table
        let next = Inputs(
            version: table.version,
            pending: session.user.pendingCount,
            method: table[Settings.costMethod],
            money: session.money
        )
        let market = session.market.table
        guard next != inputs || market.hash != marketHash || hidAmounts != hidesAmounts else { return }
        if next != inputs || portfolio == nil {
            portfolio = Portfolio(table.transactions, next.method, in: next.money.name, rate: next.money.rate)
        }
        (inputs, marketHash, hidAmounts) = (next, market.hash, hidesAmounts)
        guard let portfolio else { return }
        let made = Content(portfolio, in: market, next.money, hidesAmounts: hidesAmounts)
        if made != content { content = made }
    }

    func openRequested() { if let coin = selectedID { exits.take(.transactions(of: coin)) } }
    func addRequested() { if let coin = selectedID { exits.take(.newTransaction(of: coin)) } }
    func hideRequested() { tabs.amountsToggled() }
}

extension HoldingsViewModel.Content {
    fileprivate init(_ portfolio: Portfolio, in market: MarketTable, _ money: ShownCurrency, hidesAmounts: Bool) {
        let figures = portfolio.coins.map { coin, basis in
            HoldingFigures(coin, basis, price: money.price(of: coin, in: market))
        }
        .sorted { ($0.value ?? .zero, $1.coin) > ($1.value ?? .zero, $0.coin) }
        guard !figures.isEmpty else { return }
        let totals = HoldingTotals(figures)
        let words = HoldingWords(decimals: money.amountDecimals, hidesAmounts: hidesAmounts)
        rows = figures.map { HoldingRow($0, symbol: market.symbol(of: $0.coin), of: totals.value, words) }
        total = HoldingRow(totals, words)
        value = totals.value.approximate
        let unpriced = figures.filter { $0.value == nil && !$0.amount.isZero }.map { market.symbol(of: $0.coin) }
        warnings =
            Set(portfolio.lacks.map { market.symbol(of: $0.transaction.coin) }).sorted().map {
                "You sold or moved more \($0) than you had: a transaction is missing."
            }
            + (unpriced.isEmpty
                ? [] : ["The total leaves out coins without a price: \(unpriced.joined(separator: ", "))."])
    }
}
