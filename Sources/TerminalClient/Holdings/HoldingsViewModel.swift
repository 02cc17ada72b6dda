internal import Observation
internal import Shared

/// The user's holdings. They are recalculated when a transaction, the market, the currency, their order or the filter has
/// changed.
@MainActor
@Observable
final class HoldingsViewModel: RowsScreenModel, ListModel {
    /// What the screen shows.
    struct Content: Equatable {
        /// Those that match the filter, in the chosen order.
        var rows: [HoldingRow] = []
        /// How many rows there are without the filter.
        var count = 0
        var total: HoldingRow?
        /// What the figures lack: transactions, or prices.
        var warnings: [String] = []
        /// The value of all holdings, for the end of the line.
        var value: Double?
        /// When the oldest price behind the values was heard; nil if that is not known.
        var heard: MarketTime?
    }

    /// Everything that the content depends on.
    private struct Inputs: Equatable {
        /// The hash of the user's table.
        var user: UInt64
        var market: MarketMark
        var money: ShownCurrency
        var hidesAmounts: Bool
        var order: ListOrder<HoldingColumn>
        var filter: String
    }

    enum Destination: Equatable, Sendable {
        /// The choice of a coin for a new transaction.
        case coin
        case transactions(of: CoinID)
        case newTransaction(of: CoinID)
    }

    // MARK: Outputs
    let tabs: TabsViewModel
    let exits = Exits<Destination>()
    var controls = ListControls<HoldingColumn>(.sorted(ListSort(.value)))
    var selection = RowSelection<CoinID>()
    let history: HoldingsHistoryModel
    /// The age of the oldest price behind the values, in words; nil if all are recent. As of the last refresh.
    private(set) var oldestAge: String?

    private let derived = Derived<Inputs, Content>(Content())
    private let session: Session
    private let portfolios = PortfolioCache()
    @ObservationIgnored private var index = InstrumentIndex()
    @ObservationIgnored private var ages = OldestAge()

    init(session: Session, tabs: TabsViewModel) {
        (self.session, self.tabs) = (session, tabs)
        history = HoldingsHistoryModel(session: session, clock: tabs.clock)
    }

    var link: DeepLink? { .holdings }
    var hidesAmounts: Bool { tabs.hidesAmounts }
    var money: ShownCurrency { session.money }
    var method: CostMethod { session.user.table[Settings.costMethod] }

    var content: Content { derived.value }
    var rows: [HoldingRow] { content.rows }
    /// How often the content was made.
    var makings: Int { derived.makings }

    /// The words in place of rows.
    var absence: [String] {
        if content.count > 0 {
            let key = isFiltering ? keys.filter.name(of: .clear) : keys.screen.name(of: .back)
            return Absence.noMatch(filter: searched, clear: key).lines
        }
        return session.user.isComplete
            ? HoldingsAbsence.noHoldings(add: keys.holdings.name(of: .new)).lines : HoldingsAbsence.offline.lines
    }

    /// The choice of a coin for a new transaction.
    var coinPicker: PickerViewModel<CoinID> { .coins("New transaction", of: session, tabs: tabs) }

    /// What the chart of values lacks, and why.
    var historyRemarks: [HistoryRemark] { history.remarks(in: session.market.table) }

    /// The currency of the chart of values. For a coin it is the dollar, because the coin's price of today says nothing
    /// about the past.
    var historyMoney: ShownCurrency { money.forHistory }

    /// The present value, if it is comparable with those of past days.
    var historyNow: Double? { history.isWhole && historyMoney == money ? content.value : nil }

    /// By the calendar of the server's clock, in UTC.
    var today: CivilDate { session.serverTime(by: tabs.clock).date }

    // MARK: Inputs

    func refresh() {
        let (table, money, isHidden) = (session.user.table, money, hidesAmounts)
        let inputs = Inputs(
            user: table.hash,
            market: session.market.mark,
            money: money,
            hidesAmounts: isHidden,
            order: order,
            filter: searched
        )
        derived.follow(inputs) {
            let (portfolio, market) = (portfolios.portfolio(of: table, in: money), session.market.table)
            var content = Content(portfolio, in: market, money, hidesAmounts: isHidden, by: sort)
            if !searched.isEmpty { content.rows = matches(content.rows, in: market) }
            return content
        }
        let age = content.heard.flatMap(session.serverTime(by: tabs.clock).age(of:))
        let words = ages.words(age, at: tabs.clock.now()).words
        if words != oldestAge { oldestAge = words }
    }

    /// As in the lists of coins, a coin that the market does not have has no name, and so matches nothing.
    private func matches(_ rows: [HoldingRow], in market: MarketTable) -> [HoldingRow] {
        index.follow(market)
        let matches = index.matches(searched)
        let found = order.filtered(
            rows,
            match: { market.row(of: $0.id).flatMap { matches[$0] } },
            rank: { market.row(of: $0.id).flatMap { market[$0].fundamentals.rank } }
        )
        return found.map { row in
            var row = row
            row.match = TextMatch.range(of: searched, in: row.symbol)
            return row
        }
    }

    var sortable: [HoldingColumn] { HoldingColumn.allCases }

    var counts: (matching: Int, all: Int) { (content.rows.count, content.count) }

    /// Goes one level back: clears the filter.
    func innerDismissed() -> Bool {
        guard isFilterShown else { return false }
        filterCleared()
        return true
    }

    func openRequested() { if let coin = selectedID { exits.take(.transactions(of: coin)) } }
    func addRequested() { if let coin = selectedID { exits.take(.newTransaction(of: coin)) } }
    func newRequested() { exits.take(.coin) }
    /// Closes the screen and goes from the tab below where the key leads.
    func left(for action: TabsAction) {
        action.perform(in: tabs, on: nil)
        exits.take(.closed)
    }
    func hideRequested() { tabs.amountsToggled() }
}

extension HoldingsViewModel.Content {
    fileprivate init(
        _ portfolio: Portfolio,
        in market: MarketTable,
        _ money: ShownCurrency,
        hidesAmounts: Bool,
        by sort: ListSort<HoldingColumn>?
    ) {
        let summary = HoldingsSummary(portfolio, in: market, money)
        let totals = summary.totals
        count = summary.figures.count
        if count == 0 { return }
        let figures = (sort ?? ListSort(.value)).sorted(summary.figures) { market.symbol(of: $0) }
        let words = HoldingWords(decimals: money.amountDecimals, hidesAmounts: hidesAmounts)
        let old = Set(summary.quotes.filter { PriceOrigin.isOld($0.pricing, in: market) }.map(\.instrument.coin))
        rows = figures.map { figures in
            let (coin, symbol) = (figures.coin, market.symbol(of: figures.coin))
            return HoldingRow(figures, symbol: symbol, of: totals.value, isOld: old.contains(coin), words)
        }
        total = HoldingRow(totals, isOld: !old.isEmpty, words)
        value = totals.value.approximate
        heard = summary.quotes.compactMap { market.heard($0.pricing) }.min { $0.milliseconds < $1.milliseconds }
        let unpriced = summary.unpriced.map { market.symbol(of: $0) }
        let oversold = Set(portfolio.shortfalls.map { market.symbol(of: $0.transaction.coin) }).sorted()
        let warnings =
            oversold.map { HoldingsWarning.oversold(symbol: $0) }
            + (unpriced.isEmpty ? [] : [.unpriced(symbols: unpriced)])
        self.warnings = warnings.map(\.description.asSentence)
    }
}

/// The words in place of holdings, and of the transactions of a coin.
enum HoldingsAbsence: AbsenceWords {
    case offline
    /// - Parameter add: the key that leads to the choice of a coin.
    case noHoldings(add: String?)
    case noTransactions(symbol: String, add: String?)

    var lines: [String] {
        switch self {
        case .offline: ["Your holdings appear here once there is a connection."]
        case .noHoldings(let key):
            [
                "You hold nothing yet.",
                (key.map { "Press \($0) to choose a coin and add a purchase, or type: " } ?? "")
                    + "tickwire holdings add BTC --bought 0.5 --price 60000",
            ]
        case .noTransactions(let symbol, let key):
            ["You have no transactions of \(symbol)."] + (key.map { ["Press \($0) to add one."] } ?? [])
        }
    }
}
