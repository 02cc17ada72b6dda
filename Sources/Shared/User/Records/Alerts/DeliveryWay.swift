internal import SwiftProtobuf

public typealias DeliveryID = RecordID<DeliveryWay>

/// A way to send alerts that fire to another host, even while no terminal is open.
public struct DeliveryWay: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        /// A plain POST to a topic of an ntfy server.
        case ntfy
        /// A signed JSON POST.
        case webhook
    }

    public let id: DeliveryID
    public let kind: Kind
    public var name: String
    public var address: DeliveryAddress
    /// The access token for ntfy (empty for none), or the key that signs a webhook's posts.
    public var secret: String
    /// Another number asks the server for one test message; 0: none.
    public var test: UInt32

    /// The largest number of characters in a name.
    public static let nameMax = 40
    /// The largest number of characters in a secret, and the smallest in a key that signs.
    public static let secretMax = 128
    public static let signingKeyMin = 16

    public init(
        id: DeliveryID,
        kind: Kind,
        name: String,
        address: DeliveryAddress,
        secret: String = "",
        test: UInt32 = 0
    ) {
        (self.id, self.kind, self.name) = (id, kind, name)
        (self.address, self.secret, self.test) = (address, secret, test)
    }

    /// - Returns: nil if the record is not a way of delivery, or one of a kind that this program does not know.
    public init?(_ record: Record) {
        guard record.key.kind == RecordKind.delivery.number,
            let key = try? WireDeliveryKey(serializedBytes: record.key.bytes),
            let stored = try? WireDelivery(serializedBytes: record.value),
            let kind = Kind(rawValue: stored.kind), let address = DeliveryAddress(stored.url)
        else { return nil }
        self.init(
            id: DeliveryID(rawValue: key.delivery),
            kind: kind,
            name: stored.name.visibleWithJoiners,
            address: address,
            secret: stored.secret,
            test: stored.test
        )
    }

    /// A key to sign posts with: 128 random bits as hexadecimal digits.
    public static func newSigningKey() -> String {
        SecureRandom.bytes(16).hexadecimal
    }

    public var key: RecordKey { Self.key(of: id) }

    /// The value for a new record.
    public var value: [UInt8] {
        WireDelivery.with { wire in
            (wire.kind, wire.name, wire.url) = (kind.rawValue, name, address.text)
            (wire.secret, wire.test) = (secret, test)
        }.bytes
    }

    public static func key(of id: DeliveryID) -> RecordKey {
        RecordKey(kind: RecordKind.delivery.number, bytes: WireDeliveryKey.with { $0.delivery = id.rawValue }.bytes)
    }

    /// Why this is not a valid way, in words that follow "a way of delivery has ..."; nil if it is valid.
    fileprivate static func problem(with wire: WireDelivery) -> String? {
        guard let kind = Kind(rawValue: wire.kind) else { return "a kind that this server does not know" }
        if wire.name.isEmpty { return "no name" }
        if wire.name != wire.name.withoutControls { return "a name with a control character" }
        guard let address = DeliveryAddress(wire.url) else {
            return "an address that cannot be read; use one such as https://ntfy.sh/my-topic"
        }
        if kind == .ntfy, address.path.split(separator: "/").count != 1 || address.path.contains("?") {
            return "an ntfy address without a topic; use one such as https://ntfy.sh/my-topic"
        }
        if wire.secret.utf8.count > secretMax || !wire.secret.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) {
            return "a secret that is not at most \(secretMax) printable ASCII characters without blanks"
        }
        if kind == .webhook, wire.secret.utf8.count < signingKeyMin {
            return "a signing key of \(wire.secret.utf8.count) characters; use at least \(signingKeyMin)"
        }
        return nil
    }
}

extension RecordKind {
    public static let delivery = RecordKind(
        9,
        "way of delivery",
        plural: "ways of delivery",
        recordsMax: 5,
        bytesMax: 1024,
        text: .of("name", max: DeliveryWay.nameMax) { (delivery: WireDelivery) in delivery.name },
        key: WireDeliveryKey.self,
        value: WireDelivery.self,
        fields: [1, 2, 3, 4, 5],
        // The number of a test asks a server that has not seen it for a message. Nobody asks by copying.
        copied: { record, _ in MessageFields.merging([], into: record.value, fields: [5]) ?? record.value },
        problem: { key, delivery in key.delivery == 0 ? "no number" : DeliveryWay.problem(with: delivery) },
        refusal: { delivery, rules in
            guard let origin = DeliveryAddress(delivery.url)?.origin, !rules.deliveryOrigins.contains(origin) else {
                return nil
            }
            return .hostNotAllowed(origin, allowed: rules.deliveryOrigins)
        },
        readable: { delivery in
            if !delivery.secret.isEmpty { delivery.secret = RecordKind.hiddenSecret }
            // Anybody who knows the path of a webhook can often post to it.
            if delivery.kind == DeliveryWay.Kind.webhook.rawValue, let address = DeliveryAddress(delivery.url) {
                delivery.url = "\(address.origin)/\(RecordKind.hiddenSecret)"
            }
        }
    )

    /// What operators and exports read in place of a secret.
    private static let hiddenSecret = "(hidden)"
}

extension UserTable {
    /// All ways of delivery, by name.
    public var deliveries: [DeliveryWay] {
        records(of: .delivery).compactMap(DeliveryWay.init).sorted {
            ($0.name, $0.id.rawValue) < ($1.name, $1.id.rawValue)
        }
    }

    public func delivery(_ id: DeliveryID) -> DeliveryWay? { self[DeliveryWay.key(of: id)].flatMap(DeliveryWay.init) }
}

/// The user's changes of ways of delivery.
extension Mutation {
    public static func add(_ delivery: DeliveryWay) -> Mutation {
        Mutation([.update(delivery.key, of: .delivery, to: delivery.value, creates: true)])
    }

    public static func remove(_ delivery: DeliveryID) -> Mutation {
        Mutation([Change(DeliveryWay.key(of: delivery), .remove)])
    }

    /// Asks the server for one test message by each of these ways.
    /// - Parameter number: differs from the number of each way's last test.
    public static func test(_ deliveries: [DeliveryWay], number: UInt32 = .random(in: 1 ... .max)) -> Mutation {
        Mutation(
            deliveries.map { delivery in
                let value = WireDelivery.with { $0.test = number }.bytes
                return Change(delivery.key, .update(value, fields: [5], creates: false))
            }
        )
    }

    /// Marks lost messages as seen.
    public static func dismiss(_ state: DeliveryState) -> Mutation { Mutation([Change(state.key, .remove)]) }
}

/// Where a way of delivery posts to: an http or https address, split into its parts.
public struct DeliveryAddress: Hashable, Sendable {
    /// Scheme, host and port, in lower case, without a default port: `https://ntfy.sh`.
    public let origin: String
    /// What follows the origin: `/my-alerts`.
    public let path: String

    /// How many bytes an address may have.
    public static let bytesMax = 512

    /// - Returns: nil for everything that `WebAddress` refuses, for an invalid port, and for a fragment.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.bytesMax, let address = WebAddress(text)?.text, !address.contains("#"),
            address.utf8.allSatisfy({ $0 < 0x7F }),
            let colon = address.firstIndex(of: ":")
        else { return nil }
        let scheme = address[..<colon]
        let rest = address[address.index(colon, offsetBy: 3)...]
        let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        let parts = rest[..<end].lowercased().split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, !parts[0].isEmpty else { return nil }
        var port = scheme == "https" ? 443 : 80
        let standard = port
        if parts.count == 2 {
            guard let number = UInt16(parts[1]), number > 0 else { return nil }
            port = Int(number)
        }
        origin = "\(scheme)://\(parts[0])" + (port == standard ? "" : ":\(port)")
        path = rest[end...].hasPrefix("?") ? "/" + rest[end...] : String(rest[end...])
    }

    public var text: String { origin + path }
    /// The host's name without scheme and port.
    public var host: String {
        String(origin.split(separator: "/")[1].split(separator: ":")[0])
    }
}
