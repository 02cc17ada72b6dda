internal import Observation
internal import Shared

/// The user's alerts, those that have fired, and the condition that the user is typing.
@MainActor
@Observable
final class AlertsViewModel: RowsScreenModel {
    enum Destination: Equatable, Sendable {
        /// The choice of a coin for a new alert.
        case coin
    }

    /// A condition that the user is typing.
    struct Entry: Equatable {
        /// The alert to change, as it was when the user began; nil makes a new one.
        let alert: Alert?
        let coin: CoinID
        /// The currency of an amount that is typed without one: that of prices when the user began.
        let currency: Currency
        var text: TextEntry
        /// Whether the user began in the list, and so returns to it.
        var isFromList = true
        /// Whether the alert's own limit and note are not in the field, because amounts are hidden.
        var isHidden = false
        /// Whether the user knows that another terminal has removed the alert.
        var isKnownToBeGone = false
        /// What is wrong with the typed condition.
        var problem: String?
    }

    /// Everything that the rows depend on.
    private struct Inputs: Equatable {
        /// The hash of the user's table.
        var user: UInt64
        var market: MarketMark
        var rates: ExchangeRates?
        var currency: String
        var times: TimeChoice
        var hidesAmounts: Bool
    }

    // MARK: Outputs
    let tabs: TabsViewModel
    let exits = Exits<Destination>()
    private(set) var entry: Entry?
    var selection = RowSelection<AlertRow.Subject>()
    private let derived = Derived<Inputs, [AlertRow]>([])
    private let session: Session
    private let portfolios = PortfolioCache()

    init(session: Session, tabs: TabsViewModel) {
        (self.session, self.tabs) = (session, tabs)
        refresh()
    }

    /// First the alerts that have fired, the newest first; then all alerts, by coin and condition.
    var rows: [AlertRow] { derived.value }
    /// How often the rows were made.
    var makings: Int { derived.makings }

    /// The coin of the condition that is being typed, or else of the selected row; nil for all holdings.
    var selectedCoin: CoinID? {
        let coin = entry?.coin ?? (rows.isEmpty ? nil : rows[selected].coinID)
        return coin == .holdings ? nil : coin
    }

    var link: DeepLink? { .alerts }
    var userName: String { tabs.status.userName }

    /// Whether any alert has fired that the user has not marked as seen.
    var hasFired: Bool { !session.user.alertEvents.isEmpty }

    /// The zone of the times at which alerts have fired; nil if none has.
    var zone: String? { session.user.alertEvents.last.map { tabs.wall.zone(at: $0.time) } }

    /// The words in place of an empty list.
    var absence: [String] { AlertsAbsence.noAlerts(add: keys.alerts.name(of: .add)).lines }

    /// What the typed condition is about.
    var entryTitle: String {
        guard let entry else { return "" }
        let market = session.market.table
        let money = ShownCurrency(entry.currency, rates: session.rates.rates, in: market)
        let row = money.missing == nil ? market.row(of: entry.coin) : nil
        let price = row.flatMap { money.priceText(market[$0]) }
        return market.symbol(of: entry.coin) + (price.map { ", now \(PriceText($0).full)\(money.suffix)" } ?? "")
    }
}

// MARK: The list
extension AlertsViewModel {
    func refresh() {
        let inputs = Inputs(
            user: session.user.table.hash,
            market: session.market.mark,
            rates: session.rates.rates,
            currency: currency,
            times: tabs.local.settings.times,
            hidesAmounts: tabs.hidesAmounts
        )
        derived.follow(inputs) { makeRows() }
    }

    private func makeRows() -> [AlertRow] {
        let (market, isHidden) = (session.market.table, tabs.hidesAmounts)
        let words = AlertRow.Words(market: market, clock: tabs.wall, currency: currency, hidesAmounts: isHidden)
        let judge = judge
        let fired = session.user.alertEvents.map { AlertRow($0, words) }
        let alerts = judge.user.alerts.map { AlertRow($0, AlertStanding($0, judge), words) }
        return fired + alerts.sorted { ($0.coin, $0.condition) < ($1.coin, $1.condition) }
    }

    /// The currency of shown prices.
    private var currency: String { session.money.name }

    private var judge: AlertJudge {
        AlertJudge(session.user.table, session.market.table, session.rates.rates, portfolios)
    }

    private var alert: Alert? {
        guard case .alert(let id) = selectedID else { return nil }
        return session.user.table.alert(id)
    }

    /// Removes an alert, or marks one that has fired as seen, on all of the user's terminals.
    func removeRequested() {
        switch selectedID {
        case .event(let number):
            let seen = session.user.alertEvents.filter { $0.number == number }
            session.user.mutate { _ in .dismiss(seen) }
        case .alert(let id):
            session.user.mutate { _ in .remove([id]) }
            tabs.removed("the alert")
        case nil: break
        }
    }

    /// Marks all alerts that have fired as seen.
    func allSeen() {
        let fired = session.user.alertEvents
        session.user.mutate { _ in .dismiss(fired) }
    }

    func armRequested() { if let alert { session.user.mutate { .arm(alert.id, of: $0) } } }

    func repeatToggled() {
        guard var alert else { return }
        alert.repeats.toggle()
        session.user.mutate { .change(to: alert, of: $0) }
    }
}

// MARK: Typing
extension AlertsViewModel {
    /// Begins a new alert, with a limit filled in that is not met yet.
    func alertRequested(for coin: CoinID, isFromList: Bool = false) {
        let (market, money) = (session.market.table, session.money)
        let price = market.row(of: coin).flatMap { market[$0].exactPrice }
        let proposed = price.flatMap { AlertCondition.proposed(above: money.amount($0.approximate)) }
        let text = TextEntry(proposed.map { $0.typed + money.suffix } ?? ">", limit: Self.charactersMax)
        entry = Entry(alert: nil, coin: coin, currency: money.currency, text: text, isFromList: isFromList)
    }

    func addRequested() { exits.take(.coin) }

    /// The choice of a coin for a new alert.
    var coinPicker: PickerViewModel<CoinID> { .coins("New alert", of: session, tabs: tabs) }

    /// While amounts are hidden, a limit of all holdings is not shown here either. The user types it again.
    func editRequested() {
        guard let alert else { return }
        let isHidden = tabs.hidesAmounts && !alert.condition.isAboutCoin
        let currency = session.money.currency
        let note = alert.note.isEmpty ? "" : " \(TypedAlert.noteMark) \(alert.note)"
        let text = isHidden ? alert.condition.typedWithoutLimit : alert.typed(in: currency.name) + note
        let field = TextEntry(text, limit: Self.charactersMax)
        entry = Entry(alert: alert, coin: alert.coin, currency: currency, text: field, isHidden: isHidden)
        if isHidden {
            entry?.problem = EntryFault.limitHidden(cancel: keys.alertEntry.name(of: .cancel)).description
        }
    }

    /// Room for a condition and a note that is too long, so that it is refused and not cut.
    private static let charactersMax = 60 + 2 * Alert.noteMax

    func edited(_ edit: TextEdit) {
        entry?.text.apply(edit)
        entry?.problem = nil
    }

    /// Keeps the alert. A condition that cannot be read stays in the field, with what is wrong with it.
    func entryKept() {
        guard let typed = entry else { return }
        do throws(AlertTextFault) {
            let wanted = try TypedAlert(typed.text.text, in: typed.currency.name)
            if let problem = problem(with: wanted.currency) {
                entry?.problem = problem
                return
            }
            if let alert = typed.alert, session.user.table.alert(alert.id) == nil, !typed.isKnownToBeGone {
                entry?.isKnownToBeGone = true
                entry?.problem = EntryFault.removedMeanwhile(record: "alert").description
                return
            }
            let (id, mutation) = change(wanted, typed)
            if let refusal = session.user.refusal(of: mutation) {
                entry?.problem = refusal.description
                return
            }
            entry = nil
            session.user.mutate { _ in mutation }
            selection.select(.alert(id))
        } catch {
            entry?.problem = error.description
        }
    }

    /// Gives up the typed condition, and returns to where the user began: the list or the coin.
    func entryCancelled() {
        if let entry, !entry.isFromList { exits.take(.closed) }
        entry = nil
    }

    /// Why an alert cannot be in a currency; nil if it can.
    private func problem(with currency: String) -> String? {
        judge.hasRate(currency) ? nil : AlertCurrencyFault.noRate(currency).description
    }

    /// The change that keeps what was typed, and the alert that it makes or changes.
    private func change(_ wanted: TypedAlert, _ typed: Entry) -> (AlertID, Mutation) {
        // The field does not have the note of a hidden alert.
        let note = typed.isHidden && wanted.note.isEmpty ? typed.alert?.note ?? "" : wanted.note
        let table = session.user.table
        if let id = typed.alert?.id, var alert = table.alert(id) {
            // The alert now is about all holdings, and no longer about a coin.
            if !wanted.condition.isAboutCoin { alert.coin = .holdings }
            (alert.condition, alert.currency, alert.note) = (wanted.condition, wanted.currency, note)
            return (id, .change(to: alert, of: table))
        }
        let alert = Alert(
            id: .random(),
            coin: wanted.condition.isAboutCoin ? typed.coin : .holdings,
            condition: wanted.condition,
            currency: wanted.currency,
            repeats: typed.alert?.repeats ?? false,
            note: note
        )
        return (alert.id, .add(alert))
    }
}

/// The words in place of alerts.
enum AlertsAbsence: AbsenceWords {
    /// - Parameter add: the key that leads to the choice of a coin.
    case noAlerts(add: String?)

    var lines: [String] {
        switch self {
        case .noAlerts(let key):
            [
                "You have no alerts.",
                (key.map { "Press \($0) to choose a coin" } ?? "Add one")
                    + ", and be told when its price reaches a limit.",
            ]
        }
    }
}
