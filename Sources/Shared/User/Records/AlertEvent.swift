internal import SwiftProtobuf

/// An alert has fired. It says all of it, because the alert may be changed or gone by now.
public struct AlertEvent: Hashable, Sendable {
    /// The version of the table at which it was written: a later event has a higher one.
    public let number: UInt64
    public let alert: AlertID
    public let coin: CoinID
    public let condition: AlertCondition
    public let note: String
    public let price: ExactDecimal
    /// The provider that told the price.
    public let source: String
    public let time: MarketTime
    /// The condition turned true while the server was not there to see it.
    public let whileDown: Bool

    /// So many are kept.
    public static let keptMax = 100
    /// Bytes of the name of a source.
    private static let sourceMax = 64

    public init(
        number: UInt64,
        of alert: Alert,
        price: ExactDecimal,
        source: String,
        time: MarketTime,
        whileDown: Bool = false
    ) {
        (self.number, self.alert, coin) = (number, alert.id, alert.coin)
        (condition, note) = (alert.condition, alert.note)
        (self.price, self.time, self.whileDown) = (price, time, whileDown)
        self.source = source.prefix(bytes: Self.sourceMax)
    }

    /// - Returns: nil for a record that is none, or that has a condition which this program does not know.
    public init?(_ record: Record) {
        guard record.key.kind == RecordKind.alertEvent.number,
            let key = try? WireAlertEventKey(serializedBytes: record.key.bytes),
            let stored = try? WireAlertEvent(serializedBytes: record.value),
            let condition = AlertCondition(wire: stored.condition),
            let price = try? ExactDecimal(parsing: stored.price)
        else { return nil }
        (number, alert, coin) = (key.number, AlertID(rawValue: stored.alert), CoinID(stored.coinID))
        (self.condition, note, self.price) = (condition, stored.note.visible, price)
        (source, time, whileDown) = (stored.source.visible, MarketTime(wire: stored.timeMs), stored.whileDown)
    }

    public var key: RecordKey { Self.key(number) }

    package var put: Change {
        let value = WireAlertEvent.with { wire in
            (wire.alert, wire.coinID, wire.condition) = (alert.rawValue, coin.rawValue, condition.wire)
            (wire.note, wire.price, wire.source) = (note, price.plainText, source)
            (wire.timeMs, wire.whileDown) = (time.wire, whileDown)
        }
        return Change(key, .put(value.bytes))
    }

    private static func key(_ number: UInt64) -> RecordKey {
        RecordKey(kind: RecordKind.alertEvent.number, bytes: WireAlertEventKey.with { $0.number = number }.bytes)
    }
}

extension RecordKind {
    public static let alertEvent = RecordKind(
        8,
        "alert event",
        plural: "alert events",
        writer: .server,
        recordsMax: AlertEvent.keptMax,
        bytesMax: 960,
        key: WireAlertEventKey.self,
        value: WireAlertEvent.self,
        fields: [1, 2, 3, 4, 5, 6, 7, 8]
    )
}

extension UserTable {
    /// The newest first.
    public var alertEvents: [AlertEvent] {
        records(of: .alertEvent).compactMap(AlertEvent.init).sorted { $0.number > $1.number }
    }
}
