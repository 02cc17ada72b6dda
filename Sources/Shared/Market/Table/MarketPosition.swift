/// The identity of a market table's life. Row numbers and sequences are valid within one epoch only. It is random.
public struct MarketEpoch: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    public static func random() -> Self {
        var generator = SystemRandomNumberGenerator()
        return random(using: &generator)
    }

    public static func random(using generator: inout some RandomNumberGenerator) -> Self {
        Self(rawValue: generator.next(upperBound: .max) + 1)
    }
}

/// How much of the market a replica holds.
public struct MarketPosition: Hashable, Sendable {
    public var epoch: MarketEpoch
    public var sequence: UInt64

    public init(epoch: MarketEpoch, sequence: UInt64) {
        self.epoch = epoch
        self.sequence = sequence
    }
}
