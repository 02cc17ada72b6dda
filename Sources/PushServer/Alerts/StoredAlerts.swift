internal import Shared

/// A user's alerts as they were read from the store.
///
/// What an alert on all holdings needs is worked out later (`kept`), because it takes long for a user with thousands of
/// transactions. Neither a transaction nor a hub waits for that.
package struct StoredAlerts: Hashable, Sendable {
    /// Without holdings.
    private let alerts: [KeptAlert]
    /// What the holdings follow from; nil if no alert is about them.
    private let table: UserTable?

    /// - Parameter alerts: about coins alone.
    init(_ alerts: [KeptAlert]) { (self.alerts, table) = (alerts, nil) }

    init(_ table: UserTable) {
        alerts = table.alerts.map { KeptAlert($0, table.state(of: $0)) }
        self.table = alerts.allSatisfy(\.alert.condition.isAboutCoin) ? nil : table
    }

    var needHoldings: Bool { table != nil }

    /// The alerts with the holdings that they are about. Where `needHoldings` is true, this may take a second.
    package var kept: [KeptAlert] {
        guard let table else { return alerts }
        let (transactions, method) = (table.transactions, table[Settings.costMethod])
        var holdings: [String: [HeldCoin]] = [:]
        return alerts.map { stored in
            let alert = stored.alert
            if alert.condition.isAboutCoin { return stored }
            let held = holdings[alert.currency] ?? transactions.heldCoins(method, in: alert.currency)
            holdings[alert.currency] = held
            return KeptAlert(alert, stored.state, held)
        }
    }
}
