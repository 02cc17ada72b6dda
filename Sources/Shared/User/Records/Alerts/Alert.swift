internal import SwiftProtobuf

public typealias AlertID = RecordID<Alert>

/// A condition that a user wants to hear about. The server watches it even while no terminal is open.
public struct Alert: Hashable, Sendable {
    public let id: AlertID
    /// `.holdings` if the condition is about all holdings.
    public var coin: CoinID
    public var condition: AlertCondition
    /// The currency of a limit in money, by its ISO 4217 code.
    public var currency: String
    /// Whether it fires again after the price has been on the other side.
    public var repeats: Bool
    public var note: String
    /// Each change of coin or condition gives it another number, and so does arming the alert again. The alert then
    /// starts over.
    public var arming: UInt32

    /// A random number. Two terminals may change an alert offline, and an undo restores an earlier number. If terminals
    /// counted, two conditions could get the same number, and the server's note about one would apply to the other.
    public static func newArming() -> UInt32 { .random(in: 1 ... .max) }

    /// The largest number of characters in a note.
    public static let noteMax = 140
    /// In how many currencies a user may have alerts on all holdings. After each change of a transaction, the
    /// holdings are worked out anew in each of them.
    static let currenciesMax = 8

    public init(
        id: AlertID,
        coin: CoinID,
        condition: AlertCondition,
        currency: String = Currency.usd.name,
        repeats: Bool = false,
        note: String = "",
        arming: UInt32 = 1
    ) {
        (self.id, self.coin, self.condition, self.currency) = (id, coin, condition, currency)
        (self.repeats, self.note, self.arming) = (repeats, note, arming)
    }

    /// - Returns: nil if the record is not an alert, or has a condition that this program does not know.
    public init?(_ record: Record) {
        guard record.key.kind == RecordKind.alert.number,
            let key = try? WireAlertKey(serializedBytes: record.key.bytes),
            let stored = try? WireAlert(serializedBytes: record.value),
            let condition = AlertCondition(wire: stored.condition)
        else { return nil }
        self.init(
            id: AlertID(rawValue: key.alert),
            coin: CoinID(stored.coinID),
            condition: condition,
            currency: stored.currency.isEmpty ? Currency.usd.name : stored.currency.visible,
            repeats: stored.repeats,
            note: stored.note.visibleWithJoiners,
            arming: stored.arming
        )
    }

    public var key: RecordKey { Self.key(of: id) }

    /// The value for a new record.
    public var value: [UInt8] {
        WireAlert.with { wire in
            wire.coinID = coin.rawValue
            wire.condition = condition.wire
            wire.currency = currency == Currency.usd.name ? "" : currency
            wire.repeats = repeats
            wire.note = note
            wire.arming = arming
        }.bytes
    }

    public static func key(of id: AlertID) -> RecordKey {
        RecordKey(kind: RecordKind.alert.number, bytes: WireAlertKey.with { $0.alert = id.rawValue }.bytes)
    }

    /// Why this is not a valid currency, in words that follow "an alert has ..."; nil if it is valid.
    /// - Parameter currency: empty for US dollars.
    static func problem(withCurrency currency: String, of condition: AlertCondition) -> String? {
        if currency.isEmpty { return nil }
        if !condition.isInMoney { return "a currency, but no amount of money" }
        let isCode = currency.utf8.count == 3 && currency.utf8.allSatisfy { (0x41...0x5A).contains($0) }
        return isCode ? nil : "the currency '\(String(currency.prefix(10)).visible)', which is not a code such as EUR"
    }

    /// Why this is not a valid note, in words that follow "an alert has ..."; nil if it is valid. `RecordRules` limit
    /// its length.
    static func problem(withNote note: String) -> String? {
        note == note.withoutControls ? nil : "a note with a control character"
    }
}

extension RecordKind {
    public static let alert = RecordKind(
        6,
        "alert",
        plural: "alerts",
        recordsMax: 200,
        bytesMax: 768,
        text: .of("note", max: Alert.noteMax) { (alert: WireAlert) in alert.note },
        key: WireAlertKey.self,
        value: WireAlert.self,
        fields: [1, 2, 3, 4, 5, 6],
        conflict: { record, table in Alert(record).flatMap { table.conflict(with: $0) } },
        // The note that an alert has fired for good is the server's. A copy without it would fire once more.
        copied: { record, source in Alert(record).map { source.isActive($0) } == false ? nil : record.value },
        problem: { _, alert in
            if alert.arming == 0 { return "no arming number" }
            guard let condition = AlertCondition(wire: alert.condition) else {
                return "a condition that this server does not know"
            }
            if condition.isAboutCoin, alert.coinID == 0 { return "no coin" }
            if !condition.isAboutCoin, alert.coinID != 0 { return "a coin, but a condition on all holdings" }
            return condition.problem ?? Alert.problem(withCurrency: alert.currency, of: condition)
                ?? Alert.problem(withNote: alert.note)
        }
    )
}

// MARK: Changes
extension UserTable {
    /// All alerts, in no particular order.
    public var alerts: [Alert] { records(of: .alert).compactMap(Alert.init) }

    public func alert(_ id: AlertID) -> Alert? { self[Alert.key(of: id)].flatMap(Alert.init) }

    fileprivate func conflict(with alert: Alert) -> MutationRefusal? {
        if startsTwin(alert) { return .repeatsAnother(RecordKind.alert.name) }
        if alert.condition.isAboutCoin { return nil }
        let others = alerts.filter { !$0.condition.isAboutCoin && $0.id != alert.id }
        let currencies = Set(others.map(\.currency))
        if currencies.contains(alert.currency) || currencies.count < Alert.currenciesMax { return nil }
        return .tooMany("currencies of alerts on all holdings", limit: Alert.currenciesMax)
    }

    /// Whether another alert already waits for the same.
    fileprivate func startsTwin(_ alert: Alert) -> Bool {
        if !isActive(alert) { return false }
        if let held = self.alert(alert.id), held.isTwin(of: alert), isActive(held) { return false }
        return alerts.contains { $0.id != alert.id && $0.isTwin(of: alert) && isActive($0) }
    }

    /// Whether the alert may fire without being armed again.
    fileprivate func isActive(_ alert: Alert) -> Bool { alert.repeats || state(of: alert)?.isArmed ?? true }
}

extension Alert {
    /// The fields that are changed apart from others.
    fileprivate static let noteField: UInt32 = 4
    fileprivate static let armingField: UInt32 = 5

    /// Whether both wait for the same.
    fileprivate func isTwin(of other: Alert) -> Bool {
        coin == other.coin && condition == other.condition && currency == other.currency
    }
}

/// The user's changes of alerts.
extension Mutation {
    public static func add(_ alert: Alert) -> Mutation {
        Mutation([.update(alert.key, of: .alert, to: alert.value, creates: true)])
    }

    /// Gives an alert another condition, note or way of repeating. An alert that was removed stays removed.
    /// - Parameter arming: the alert's number if it starts over.
    public static func change(
        to alert: Alert,
        of table: UserTable,
        arming: UInt32 = Alert.newArming()
    ) -> Mutation {
        guard let held = table.alert(alert.id) else { return Mutation() }
        var alert = alert
        let isAnew = !alert.isTwin(of: held)
        alert.arming = isAnew ? arming : held.arming
        // A note that stays as it is keeps the characters that screens do not show.
        let fields = RecordKind.alert.fields.filter { $0 != Alert.noteField || alert.note != held.note }
        return Mutation([Change(alert.key, .update(alert.value, fields: fields, creates: false))])
    }

    /// Lets an alert that has fired start over.
    public static func arm(_ id: AlertID, of table: UserTable, arming: UInt32 = Alert.newArming()) -> Mutation {
        if table.alert(id) == nil { return Mutation() }
        let value = WireAlert.with { $0.arming = arming }.bytes
        return Mutation([Change(Alert.key(of: id), .update(value, fields: [Alert.armingField], creates: false))])
    }

    public static func remove(_ alerts: [AlertID]) -> Mutation {
        Mutation(alerts.map { Change(Alert.key(of: $0), .remove) })
    }

    /// Marks fired alerts as seen.
    public static func dismiss(_ events: [AlertEvent]) -> Mutation {
        Mutation(events.map { Change($0.key, .remove) })
    }
}
