/// The name of one client process: 128 random bits. Mutation numbers count within it.
public struct ClientID: Hashable, Sendable {
    public let high: UInt64
    public let low: UInt64

    public static let byteCount = 16

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    public static func random(using generator: inout some RandomNumberGenerator) -> ClientID {
        ClientID(high: generator.next(), low: generator.next())
    }

    /// From 16 bytes in network order.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        func number(_ part: some Sequence<UInt8>) -> UInt64 { part.reduce(0) { $0 << 8 | UInt64($1) } }
        self.init(high: number(bytes.prefix(8)), low: number(bytes.dropFirst(8)))
    }

    public var bytes: [UInt8] {
        [high, low].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) } }
    }
}

extension ClientID: CustomStringConvertible {
    /// 32 hexadecimal digits.
    public var description: String {
        bytes.hexadecimal
    }

    /// From 32 hexadecimal digits.
    public init?(hexadecimal text: some StringProtocol) {
        guard text.utf8.count == 2 * Self.byteCount, let high = UInt64(text.prefix(16), radix: 16),
            let low = UInt64(text.suffix(16), radix: 16)
        else { return nil }
        self.init(high: high, low: low)
    }
}
