/// Why a chart has no candles, or none newer than those that were sent.
public struct ChartProblem: Error, Hashable, Sendable {
    public enum Kind: Int, Sendable, CaseIterable {
        /// The market has no such coin.
        case unknownCoin = 1
        /// The source does not have the coin.
        case notListed = 2
        /// The operator must give the server a key.
        case needsKey = 3
        /// For now: the server tries again by itself.
        case unavailable = 4
        /// The connection, the user or the server has as many charts as may be.
        case tooMany = 5
        /// The server does not know the interval.
        case unknownInterval = 6
        /// The server does not offer the source.
        case unknownSource = 7
    }

    /// The name of a `KlineSource`.
    public var source: String
    public var kind: Kind
    /// A sentence for the user.
    public var message: String
    /// The name of another source, which lists the coin.
    public var otherSource: String?

    public init(source: String, kind: Kind, message: String, otherSource: String? = nil) {
        self.source = source
        self.kind = kind
        self.message = message
        self.otherSource = otherSource
    }
}

extension ChartProblem: CustomStringConvertible {
    public var description: String { message }
}
