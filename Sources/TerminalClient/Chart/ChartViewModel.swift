internal import Observation
internal import Shared

/// The screen that a chart fills.
@MainActor
@Observable
final class ChartViewModel: TabsScreenModel {
    enum Destination: Equatable, Sendable {
        case detail
        case choice(ChartChoice)
        /// The choice of lists that have the coin.
        case lists
        /// A new alert for the coin.
        case alert
        /// The choice of a coin to compare with.
        case comparison
    }

    /// Everything that the coin's row depends on.
    private struct Inputs: Equatable {
        var market: MarketMark
        var isFavorite: Bool
        var money: ShownCurrency
        var times: TimeChoice
    }

    // MARK: Outputs
    let chart: CoinChart
    let tabs: TabsViewModel
    let exits = Exits<Destination>()

    private let derived = Derived<Inputs, QuoteRow?>(nil)
    private let session: Session

    init(chart: CoinChart, session: Session, tabs: TabsViewModel) {
        self.chart = chart
        self.session = session
        self.tabs = tabs
        refresh()
    }

    var choices: ChartChoices { tabs.local.settings.chart }

    /// The coin's words and figures as of the last refresh; nil if the market does not have it.
    var row: QuoteRow? { derived.value }
    /// How often the row was made.
    var makings: Int { derived.makings }
    /// To the chart as it is now, without its scroll position.
    var link: DeepLink? { tabs.link(to: CoinRoute(.id(chart.coin), .chart(chart.interval))) }

    // MARK: Inputs

    /// Makes what the screen shows, if something that it depends on has changed.
    func refresh() {
        chart.refresh(at: tabs.serverTime)
        let inputs = Inputs(
            market: session.market.mark,
            isFavorite: session.user.table.contains(chart.coin),
            money: session.money,
            times: tabs.local.settings.times
        )
        derived.follow(inputs) { tabs.row(of: chart.coin, known: row) }
    }

    func favoriteToggled() { tabs.favoriteToggled(chart.coin, symbol: chart.symbol) }

    /// Closes the crosshair.
    func innerDismissed() -> Bool { chart.dismissed() }

    func detailRequested() { exits.take(.detail) }
    func choiceRequested(_ choice: ChartChoice) { exits.take(.choice(choice)) }
    func listsRequested() { exits.take(.lists) }
    func alertRequested() { exits.take(.alert) }
    func priceRequested() { copyRequested(row?.price?.plain) }
}

// MARK: What is shown
extension ChartViewModel {
    /// Sets a scale, or returns to the linear one if it is set already.
    func scaleToggled(_ scale: ChartScale) {
        if chart.isComparing, scale == .percent { return tabs.status.noted(.percentAlready) }
        let next = choices.scale == scale ? .linear : scale
        keep { try $0.set(.chartScale, to: next.rawValue) }
        tabs.status.noted(.scale(next))
    }

    /// - Parameter hasRoom: whether this screen has room for the part.
    func partToggled(_ part: ChartPart, hasRoom: () -> Bool) {
        if chart.isComparing, part.isOnCandles {
            return tabs.status.noted(.partNotCompared(part, remove: keys.fullChart.name(of: .compareLess)))
        }
        let isShown = !choices.parts.contains(part)
        keep { try $0.setChartPart(part, isShown: isShown) }
        if isShown, !hasRoom() { tabs.status.noted(.noRoom(for: part)) }
    }

    /// Applies a choice at once, whether or not it can be saved.
    private func keep(_ change: (LocalStore) throws -> Void) {
        do {
            try change(tabs.local)
        } catch {
            session.user.noted(.settingNotSaved(reason: "\(error)"))
        }
    }
}

// MARK: Alerts
extension ChartViewModel {
    /// Begins to move the line of an alert, or of the next one.
    func alertMoveRequested() {
        if chart.isComparing { return tabs.status.noted(.alertsNotCompared) }
        let price = chart.quote?.exactPrice?.approximate ?? 0
        if !chart.alerts.nextRequested(near: price) {
            tabs.status.noted(.noAlertLine(symbol: chart.symbol, key: keys.fullChart.name(of: .alert)))
        }
    }

    /// - Parameter limit: in the alert's currency; nil if there is no such place on the scale.
    func alertMoved(to limit: ExactDecimal?) { if let limit { chart.alerts.moved(to: limit) } }

    func alertMoveCancelled() { chart.alerts.cancelled() }

    /// - Returns: false if the line is where it was.
    @discardableResult
    func alertMoveKept() -> Bool {
        switch chart.alerts.kept() {
        case .unchanged: return false
        case .gone: tabs.status.noted(.alertGone)
        case .changed: tabs.status.noted(.alertChanged)
        case .moved(let alert):
            tabs.status.noted(.alertMoved(alert.words(in: session.money.name), undo: keys.screen.name(of: .undo)))
        }
        return true
    }
}

// MARK: Comparing
extension ChartViewModel {
    func comparisonRequested() {
        guard chart.compared.count + 1 < CoinChart.comparedMax else {
            return tabs.status.noted(.comparesMost(remove: keys.fullChart.name(of: .compareLess)))
        }
        exits.take(.comparison)
    }

    /// The choice of a coin that is not in the comparison yet.
    var comparisonPicker: PickerViewModel<CoinID> {
        let known = Set([chart.coin] + chart.compared.map(\.coin))
        return .coins("Compare with", verb: "compare", of: session, without: known, tabs: tabs)
    }

    func comparisonChosen(_ coin: CoinID) { _ = chart.comparisonAdded(coin) }

    func lastComparedRemoved() {
        guard let symbol = chart.comparisonRemoved() else { return tabs.status.noted(.nothingCompared) }
        tabs.status.noted(.comparisonRemoved(symbol))
    }
}
