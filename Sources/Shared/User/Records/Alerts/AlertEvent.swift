internal import SwiftProtobuf

/// An alert has fired. The event contains everything, because the alert may have been changed or removed since.
public struct AlertEvent: Hashable, Sendable {
    /// The version of the table at which the event was written. Later events have higher numbers.
    public let number: UInt64
    public let alert: AlertID
    public let coin: CoinID
    public let condition: AlertCondition
    public let note: String
    /// The price or the total that made the alert fire.
    public let price: ExactDecimal
    /// The currency of `price` and of the limit.
    public let currency: String
    /// The day of the exchange rate; nil if none was needed.
    public let rateDay: CivilDate?
    /// The provider of the price; empty for a total, which may have several.
    public let source: String
    public let time: MarketTime
    /// Whether the condition turned true while the server was not running.
    public let whileDown: Bool

    /// How many events are kept.
    public static let keptMax = 100
    /// The largest number of bytes in a source's name.
    private static let sourceMax = 64

    public init(
        number: UInt64,
        of alert: Alert,
        price: ExactDecimal,
        rateDay: CivilDate? = nil,
        source: String,
        time: MarketTime,
        whileDown: Bool = false
    ) {
        (self.number, self.alert, coin) = (number, alert.id, alert.coin)
        (condition, note) = (alert.condition, alert.note)
        (currency, self.rateDay) = (alert.currency, rateDay)
        (self.price, self.time, self.whileDown) = (price, time, whileDown)
        self.source = source.prefix(bytes: Self.sourceMax)
    }

    /// - Returns: nil if the record is not an event, or has a condition that this program does not know.
    public init?(_ record: Record) {
        guard record.key.kind == RecordKind.alertEvent.number,
            let key = try? WireAlertEventKey(serializedBytes: record.key.bytes),
            let stored = try? WireAlertEvent(serializedBytes: record.value),
            let condition = AlertCondition(wire: stored.condition),
            let price = try? ExactDecimal(parsing: stored.price)
        else { return nil }
        (number, alert, coin) = (key.number, AlertID(rawValue: stored.alert), CoinID(stored.coinID))
        (self.condition, note, self.price) = (condition, stored.note.visibleWithJoiners, price)
        currency = stored.currency.isEmpty ? Currency.usd.name : stored.currency.visible
        rateDay = stored.rateDay == 0 ? nil : CivilDate(daysSince1970: Int64(stored.rateDay))
        (source, time, whileDown) = (stored.source.visible, MarketTime(wire: stored.timeMs), stored.whileDown)
    }

    public var key: RecordKey { Self.key(number) }

    /// Whether newer exchange rates should have existed when the alert fired.
    public var isRateOld: Bool {
        rateDay.map { time.date.daysSince1970 - $0.daysSince1970 > Int64(ExchangeRates.daysBetween) } ?? false
    }

    package var put: Change {
        let value = WireAlertEvent.with { wire in
            (wire.alert, wire.coinID, wire.condition) = (alert.rawValue, coin.rawValue, condition.wire)
            (wire.note, wire.price, wire.source) = (note, price.plainText, source)
            wire.currency = currency == Currency.usd.name ? "" : currency
            wire.rateDay = rateDay.map { UInt32(clamping: $0.daysSince1970) } ?? 0
            (wire.timeMs, wire.whileDown) = (time.wire, whileDown)
        }
        return Change(key, .put(value.bytes))
    }

    /// 0 if the key is not an event's.
    fileprivate static func number(of key: RecordKey) -> UInt64 {
        (try? WireAlertEventKey(serializedBytes: key.bytes))?.number ?? 0
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
        fields: Array(1...10)
    )
}

extension UserTable {
    /// All events, the newest first.
    public var alertEvents: [AlertEvent] {
        records(of: .alertEvent).compactMap(AlertEvent.init).sorted { $0.number > $1.number }
    }

    /// The keys of all events but the newest ones, including events of a later server version that this program cannot read.
    package func alertEventKeys(beyond count: Int) -> [RecordKey] {
        let keys = records(of: .alertEvent).map { (AlertEvent.number(of: $0.key), $0.key) }
        return keys.sorted { $0.0 > $1.0 }.dropFirst(count).map(\.1)
    }
}
