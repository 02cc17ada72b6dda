/// A coin's lasting identity: the number that the listing (CoinMarketCap) gives it.
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
