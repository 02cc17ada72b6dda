internal import SwiftProtobuf

/// The server's note about an alert. It is removed together with the alert.
public struct AlertState: Hashable, Sendable {
    public enum Phase: Hashable, Sendable {
        /// The condition has been false: the alert fires when it turns true.
        case armed
        /// It has fired at this price.
        case resting(at: ExactDecimal)
    }

    public let alert: AlertID
    /// The `arming` of the alert that the note is about. If the alert has another one, the note no longer counts.
    public var arming: UInt32
    public var phase: Phase
    public var since: MarketTime

    public init(alert: AlertID, arming: UInt32, phase: Phase, since: MarketTime) {
        (self.alert, self.arming, self.phase, self.since) = (alert, arming, phase, since)
    }

    /// - Returns: nil if the record is not such a note.
    public init?(_ record: Record) {
        guard record.key.kind == RecordKind.alertState.number,
            let key = try? WireAlertKey(serializedBytes: record.key.bytes),
            let stored = try? WireAlertState(serializedBytes: record.value)
        else { return nil }
        switch stored.phase {
        case .armed: phase = .armed
        case .resting: phase = .resting(at: (try? ExactDecimal(parsing: stored.price)) ?? .zero)
        case .unspecified, .UNRECOGNIZED: return nil
        }
        (alert, arming) = (AlertID(rawValue: key.alert), stored.arming)
        since = MarketTime(wire: stored.sinceMs)
    }

    public static func key(of alert: AlertID) -> RecordKey {
        RecordKey(kind: RecordKind.alertState.number, bytes: WireAlertKey.with { $0.alert = alert.rawValue }.bytes)
    }

    public var isArmed: Bool { phase == .armed }

    package var update: Change {
        .update(Self.key(of: alert), of: .alertState, to: value, creates: true)
    }

    private var value: [UInt8] {
        WireAlertState.with { wire in
            wire.arming = arming
            switch phase {
            case .armed: wire.phase = .armed
            case .resting(let price): (wire.phase, wire.price) = (.resting, price.plainText)
            }
            wire.sinceMs = since.wire
        }.bytes
    }
}

extension RecordKind {
    public static let alertState = RecordKind(
        7,
        "alert state",
        plural: "alert states",
        writer: .server,
        recordsMax: RecordKind.alert.recordsMax,
        bytesMax: 128,
        key: WireAlertKey.self,
        value: WireAlertState.self,
        fields: [1, 2, 3, 4],
        ownerKind: RecordKind.alert.number,
        owner: { key in RecordKey(kind: RecordKind.alert.number, bytes: key.bytes) }
    )
}

extension UserTable {
    /// The server's note about the present state of an alert; nil if there is none.
    public func state(of alert: Alert) -> AlertState? {
        let state = self[AlertState.key(of: alert.id)].flatMap(AlertState.init)
        return state?.arming == alert.arming ? state : nil
    }
}
