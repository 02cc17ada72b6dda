internal import Observation
internal import Shared

/// The user's alerts, those that have fired, and the condition that the user is typing.
@MainActor
@Observable
final class AlertsViewModel: RowsScreenModel {
    /// A condition that the user is typing.
    struct Entry: Equatable {
        /// The alert to change; nil makes a new one.
        let alert: AlertID?
        let coin: CoinID
        var text: TextEntry
        /// What is wrong with the typed condition.
        var problem: String?
    }

    // MARK: Outputs
    let tabs: TabsViewModel
    let exits = Exits<Never>()
    private(set) var entry: Entry?
    var selection = RowSelection<AlertRow.Subject>()
    private let session: Session

    init(session: Session, tabs: TabsViewModel) { (self.session, self.tabs) = (session, tabs) }

    /// First the alerts that have fired, the newest first; then all alerts, by coin and condition.
    var rows: [AlertRow] {
        let (user, market, isHidden) = (session.user.table, session.market.table, tabs.hidesAmounts)
        let fired = session.user.alertEvents.map { AlertRow($0, in: market, by: tabs.wall, hidesAmounts: isHidden) }
        let alerts = user.alerts.map { AlertRow($0, user.state(of: $0), in: market, hidesAmounts: isHidden) }
        return fired + alerts.sorted { ($0.coin, $0.condition) < ($1.coin, $1.condition) }
    }

    var rowIDs: [AlertRow.Subject] { rows.map(\.subject) }

    var userName: String { tabs.status.userName }

    /// The words in place of an empty list.
    var absence: [String] {
        [
            "You have no alerts.",
            "Press \(tabs.keys.coin.name(of: .alert) ?? "the key") on a coin to be told when its price reaches a limit.",
        ]
    }

    /// What the typed condition is about.
    var entryTitle: String {
        guard let entry else { return "" }
        let market = session.market.table
        let price = market.row(of: entry.coin).flatMap { market[$0].priceText }
        return "\(market.symbol(of: entry.coin))\(price.map { ", now \($0)" } ?? "")"
    }
}

// MARK: The list
extension AlertsViewModel {
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

    func armRequested() { if let alert { session.user.mutate { .arm(alert.id, of: $0) } } }

    func repeatToggled() {
        guard var alert else { return }
        alert.repeats.toggle()
        session.user.mutate { .change(to: alert, of: $0) }
    }
}

// MARK: Typing
extension AlertsViewModel {
    /// Begins a new alert, with the present price filled in.
    func alertRequested(for coin: CoinID) {
        let market = session.market.table
        let price = market.row(of: coin).flatMap { market[$0].exactPrice }
        let shown =
            currency == Currency.usd.name
            ? price : price.flatMap { session.money.converted($0, decimals: max(2, -$0.exponent)) }
        let code = currency == Currency.usd.name ? "" : " \(currency)"
        let text = TextEntry(shown.map { ">\($0.plainText)\(code)" } ?? ">", limit: 60)
        entry = Entry(alert: nil, coin: coin, text: text)
    }

    func editRequested() {
        guard let alert else { return }
        entry = Entry(alert: alert.id, coin: alert.coin, text: TextEntry(alert.typed(in: currency), limit: 60))
    }

    func edited(_ edit: TextEdit) {
        entry?.text.apply(edit)
        entry?.problem = nil
    }

    /// Keeps the alert. A condition that cannot be read stays in the field, with what is wrong with it.
    func entryKept() {
        guard let typed = entry else { return }
        do throws(AlertTextFault) {
            let wanted = try TypedAlert(typed.text.text, in: currency)
            if let problem = problem(with: wanted.currency) {
                entry?.problem = problem
                return
            }
            entry = nil
            keep(wanted, typed)
        } catch {
            entry?.problem = error.description
        }
    }

    /// Gives up the typed condition. Without a new alert, the screen returns to the coin.
    func entryCancelled() {
        if let entry, entry.alert == nil { exits.take(.closed) }
        entry = nil
    }

    /// The currency of an amount that is typed without one. It is the user's, unless that is a coin.
    private var currency: String {
        let currency = session.money.currency
        return currency.coin == nil ? currency.name : Currency.usd.name
    }

    /// Why an alert cannot be in a currency; nil if it can.
    private func problem(with currency: String) -> String? {
        if session.user.offers.currency(typed: currency)?.coin != nil {
            return AlertCurrencyProblem.isCoin(currency).description
        }
        let hasRate = currency == Currency.usd.name || session.rates.rates?.conversion(to: currency) != nil
        return hasRate ? nil : AlertCurrencyProblem.noRate(currency).description
    }

    private func keep(_ wanted: TypedAlert, _ typed: Entry) {
        let coin = wanted.condition.isAboutCoin ? typed.coin : .holdings
        guard let id = typed.alert else {
            let alert = Alert(
                id: .random(),
                coin: coin,
                condition: wanted.condition,
                currency: wanted.currency
            )
            session.user.mutate { _ in .add(alert) }
            selection.select(.alert(alert.id))
            return
        }
        // Another terminal may have removed the alert.
        guard var alert = session.user.table.alert(id) else { return tabs.status.noted(.alertGone) }
        // The alert now is about all holdings, and no longer about a coin.
        if !wanted.condition.isAboutCoin { alert.coin = .holdings }
        (alert.condition, alert.currency) = (wanted.condition, wanted.currency)
        session.user.mutate { .change(to: alert, of: $0) }
    }
}
