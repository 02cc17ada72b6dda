internal import SwiftProtobuf

/// The server's note about a way of delivery. It is removed together with the way.
public struct DeliveryState: Hashable, Sendable {
    public enum Phase: Hashable, Sendable {
        case delivered
        /// The last try failed, and the server tries again.
        case failing
    }

    public let delivery: DeliveryID
    /// Nil: the server has not posted an alert yet.
    public var phase: Phase?
    public var since = MarketTime(milliseconds: 0)
    /// Why the last failed try failed; empty if none has failed.
    public var problem = ""
    /// How many messages were given up: after 24 hours, or to make room for newer ones.
    public var lost: UInt32 = 0
    /// When the last of these was given up.
    public var lostAt = MarketTime(milliseconds: 0)
    /// The number of the last test that was made; 0: none.
    public var test: UInt32 = 0
    /// Why that test failed; empty if it did not.
    public var testProblem = ""
    public var testedAt = MarketTime(milliseconds: 0)

    /// The largest number of bytes in a problem.
    private static let problemMax = 160

    public init(delivery: DeliveryID) { self.delivery = delivery }

    /// - Returns: nil if the record is not such a note.
    public init?(_ record: Record) {
        guard record.key.kind == RecordKind.deliveryState.number,
            let key = try? WireDeliveryKey(serializedBytes: record.key.bytes),
            let stored = try? WireDeliveryState(serializedBytes: record.value)
        else { return nil }
        delivery = DeliveryID(rawValue: key.delivery)
        switch stored.phase {
        case .delivered: phase = .delivered
        case .failing: phase = .failing
        case .unspecified, .UNRECOGNIZED: phase = nil
        }
        (since, problem) = (MarketTime(wire: stored.sinceMs), stored.problem.visible)
        (lost, lostAt) = (stored.lost, MarketTime(wire: stored.lostMs))
        (test, testProblem, testedAt) = (stored.test, stored.testProblem.visible, MarketTime(wire: stored.testMs))
    }

    public var key: RecordKey { Self.key(of: delivery) }

    public static func key(of delivery: DeliveryID) -> RecordKey {
        RecordKey(
            kind: RecordKind.deliveryState.number,
            bytes: WireDeliveryKey.with { $0.delivery = delivery.rawValue }.bytes
        )
    }

    package var update: Change { .update(key, of: .deliveryState, to: value, creates: true) }

    private var value: [UInt8] {
        WireDeliveryState.with { wire in
            switch phase {
            case .delivered: wire.phase = .delivered
            case .failing: wire.phase = .failing
            case nil: break
            }
            (wire.sinceMs, wire.problem) = (since.wire, problem.prefix(bytes: Self.problemMax))
            (wire.lost, wire.lostMs) = (lost, lostAt.wire)
            (wire.test, wire.testMs) = (test, testedAt.wire)
            wire.testProblem = testProblem.prefix(bytes: Self.problemMax)
        }.bytes
    }
}

extension RecordKind {
    public static let deliveryState = RecordKind(
        10,
        "delivery state",
        plural: "delivery states",
        writer: .server,
        recordsMax: RecordKind.delivery.recordsMax,
        bytesMax: 512,
        key: WireDeliveryKey.self,
        value: WireDeliveryState.self,
        fields: [1, 2, 3, 4, 5, 6, 7, 8],
        ownerKind: RecordKind.delivery.number,
        owner: { key in RecordKey(kind: RecordKind.delivery.number, bytes: key.bytes) }
    )
}

extension UserTable {
    /// The server's note about a way of delivery; nil if there is none.
    public func state(of delivery: DeliveryID) -> DeliveryState? {
        self[DeliveryState.key(of: delivery)].flatMap(DeliveryState.init)
    }

    /// The messages that could not be delivered, by way. The way that gave up last comes first.
    public var lostDeliveries: [LostDelivery] {
        records(of: .deliveryState).compactMap(DeliveryState.init).filter { $0.lost > 0 }
            .compactMap { state in delivery(state.delivery).map { LostDelivery(name: $0.name, state: state) } }
            .sorted { ($1.state.lostAt, $0.name) < ($0.state.lostAt, $1.name) }
    }
}

/// Messages of a way that the server has given up, and that the user has not seen yet.
public struct LostDelivery: Hashable, Sendable {
    public let name: String
    public let state: DeliveryState

    /// Whether both are about the same lost messages.
    public func isSame(as other: Self) -> Bool {
        state.delivery == other.state.delivery && state.lostAt == other.state.lostAt && state.lost == other.state.lost
    }

    public var line: String {
        let count = state.lost == 1 ? "1 alert" : "\(state.lost) alerts"
        return "Could not deliver \(count) to \(name): \(state.problem)"
    }
}
