/// The identity of a row of the market: a coin or token, as the listing names it.
public struct Instrument: Hashable, Sendable {
    public var coin: CoinID
    /// Not unique, and not always upper case.
    public var symbol: String
    public var name: String
    public var kind: InstrumentKind

    /// The limits of a symbol and a name, in bytes of UTF-8, because strangers may list a coin under any name.
    public static let symbolBytesMax = 32
    public static let nameBytesMax = 64

    /// Longer texts are cut, and have no control characters.
    public init(coin: CoinID, symbol: String, name: String, kind: InstrumentKind) {
        self.coin = coin
        self.symbol = symbol.withoutControls.prefix(bytes: Self.symbolBytesMax)
        self.name = name.withoutControls.prefix(bytes: Self.nameBytesMax)
        self.kind = kind
    }
}

/// A coin's lasting identity: the number that the listing gives it.
///
/// Symbols repeat and change; this number does neither, so favorites, links and storage use it.
public struct CoinID: RawRepresentable, Hashable, Comparable, Sendable, Codable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public init(_ rawValue: UInt32) { self.rawValue = rawValue }

    public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

extension CoinID: CustomStringConvertible {
    public var description: String { "id:\(rawValue)" }
}

/// Whether an instrument has its own chain or uses another one's.
public enum InstrumentKind: UInt8, Sendable, CaseIterable, Codable {
    case coin = 1
    case token = 2
}
