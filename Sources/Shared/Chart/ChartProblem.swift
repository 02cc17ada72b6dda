/// Why a chart has no candles, or no newer ones.
public struct ChartProblem: Error, Hashable, Sendable {
    public enum Kind: Int, Sendable, CaseIterable {
        /// The market has no such coin.
        case unknownCoin = 1
        /// The source does not have the coin.
        case notListed = 2
        /// The server needs a key from the operator.
        case needsKey = 3
        /// The source does not answer at the moment. The server tries again by itself.
        case unavailable = 4
        /// The connection, the user or the server has too many charts.
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
    /// The name of another source that lists the coin.
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
