internal import Observation
internal import Shared

/// The user's alerts, those that have fired, and the condition that the user is typing.
@MainActor
@Observable
final class AlertsViewModel: TabsScreenModel {
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
    private(set) var window = ListWindow()

    /// The selection is an alert and not a place.
    private var selection: AlertRow.Subject?
    /// The place that the selection keeps when its alert is gone.
    private var place = 0
    private let session: Session

    init(session: Session, tabs: TabsViewModel) { (self.session, self.tabs) = (session, tabs) }

    /// First the alerts that have fired, the newest first; then all alerts, by coin and condition.
    var rows: [AlertRow] {
        let (user, market) = (session.user.table, session.market.table)
        let fired = session.user.alertEvents.map { AlertRow($0, in: market, by: tabs.wall) }
        let alerts = user.alerts.map { AlertRow($0, user.state(of: $0), in: market) }
        return fired + alerts.sorted { ($0.coin, $0.condition) < ($1.coin, $1.condition) }
    }

    func selected(in rows: [AlertRow]) -> Int {
        rows.firstIndex { $0.subject == selection } ?? max(0, min(place, rows.count - 1))
    }

    var userName: String { tabs.status.userName }

    /// The words in place of an empty list.
    var absence: [String] {
        [
            "You have no alerts.",
            "Press \(tabs.keys.coin.name(of: .alert) ?? "the key") on a coin to be told when its price comes to a limit.",
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
    /// - Parameter height: how many rows are visible. The selection stays among them.
    func resized(height: Int) {
        let rows = rows
        var next = window
        next.height = height
        next.show(selected(in: rows), count: rows.count)
        if next != window { window = next }
    }

    func selectionMoved(by count: Int) { select(selected(in: rows) + count) }
    func paged(by pages: Int) { selectionMoved(by: pages * (window.height ?? 1)) }
    func firstRequested() { select(0) }
    func lastRequested() { select(rows.count - 1) }
    func rowClicked(_ row: Int) { select(row) }

    private func select(_ row: Int) {
        let rows = rows
        guard !rows.isEmpty else { return }
        place = max(0, min(row, rows.count - 1))
        selection = rows[place].subject
    }

    private var subject: AlertRow.Subject? {
        let rows = rows
        return rows.isEmpty ? nil : rows[selected(in: rows)].subject
    }

    private var alert: Alert? {
        guard case .alert(let id) = subject else { return nil }
        return session.user.table.alert(id)
    }

    /// Removes an alert, or marks one that has fired as seen, on all of the user's terminals.
    func removeRequested() {
        place = selected(in: rows)
        switch subject {
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
        let text = TextEntry(price.map { ">\($0.plainText)" } ?? ">", limit: 60)
        entry = Entry(alert: nil, coin: coin, text: text)
    }

    func editRequested() {
        guard let alert else { return }
        entry = Entry(alert: alert.id, coin: alert.coin, text: TextEntry(alert.condition.typed, limit: 60))
    }

    func edited(_ edit: TextEdit) {
        entry?.text.apply(edit)
        entry?.problem = nil
    }

    /// Keeps the alert. A condition that cannot be read stays in the field, with what is wrong with it.
    func entryKept() {
        guard let typed = entry else { return }
        do throws(AlertTextFault) {
            let condition = try AlertCondition(typed: typed.text.text)
            entry = nil
            keep(condition, typed)
        } catch {
            entry?.problem = error.description
        }
    }

    func entryCancelled() { entry = nil }

    private func keep(_ condition: AlertCondition, _ typed: Entry) {
        guard let id = typed.alert else {
            let alert = Alert(id: .random(), coin: typed.coin, condition: condition)
            session.user.mutate { _ in .add(alert) }
            selection = .alert(alert.id)
            return
        }
        // Another terminal may have removed the alert.
        guard var alert = session.user.table.alert(id) else { return tabs.status.noted(.alertGone) }
        alert.condition = condition
        session.user.mutate { .change(to: alert, of: $0) }
    }
}
