/// The identity of a market table's life. Row numbers and sequences are valid within one epoch only. It is random.
public struct MarketEpoch: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// An epoch of a fleet, whose leader has this term. The lower half is random.
    public init(term: UInt32, using generator: inout some RandomNumberGenerator) {
        self.init(rawValue: UInt64(term) << 32 | UInt64(generator.next(upperBound: UInt32.max) + 1))
    }

    /// The term of the leader that began it. It has no meaning for the epoch of a single server.
    public var term: UInt32 { UInt32(rawValue >> 32) }

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

/// The market goes on in another epoch. The rows, the sources and the sequence that a replica holds stay as they are.
public struct NewEpoch: Hashable, Sendable {
    public var epoch: MarketEpoch
    /// Positions of the epoch before, up to this one, can be continued.
    public var parent: MarketPosition

    public init(epoch: MarketEpoch, parent: MarketPosition) { (self.epoch, self.parent) = (epoch, parent) }
}
