internal import Shared

/// A user's alerts as they were read from the store.
///
/// What an alert on all holdings needs is worked out later (`kept`), because it takes long for a user with thousands of
/// transactions. Neither a transaction nor a hub waits for that.
package struct StoredAlerts: Hashable, Sendable {
    private enum Source: Hashable {
        /// No alert is about all holdings.
        case notNeeded
        /// The holdings follow from this table.
        case table(UserTable)
        /// The table is still to be read. At a start, all tables at once would take too much memory.
        case unread
    }

    /// Without holdings.
    private let alerts: [KeptAlert]
    private let source: Source

    /// Alerts without the table that they are in.
    init(_ alerts: [KeptAlert]) {
        self.alerts = alerts
        source = alerts.allSatisfy(\.alert.condition.isAboutCoin) ? .notNeeded : .unread
    }

    init(_ table: UserTable) {
        alerts = table.alerts.map { KeptAlert($0, table.state(of: $0)) }
        source = alerts.allSatisfy(\.alert.condition.isAboutCoin) ? .notNeeded : .table(table)
    }

    var needHoldings: Bool { source != .notNeeded }

    /// The alerts with the table that their holdings follow from.
    /// - Parameter read: returns the user's table; nil if the account is gone.
    func complete(_ read: () async throws -> UserTable?) async throws -> StoredAlerts {
        if source != .unread { return self }
        return try await read().map(StoredAlerts.init) ?? StoredAlerts([])
    }

    /// The alerts with the holdings that they are about, if the table is here. Where `needHoldings` is true, this may take
    /// long.
    package var kept: [KeptAlert] {
        guard case .table(let table) = source else { return alerts }
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
