/// Why there is nothing to say about a coin.
public struct DetailProblem: Error, Hashable, Sendable {
    /// A sentence for the user.
    public var message: String

    public init(message: String) { self.message = message }
}

extension DetailProblem: CustomStringConvertible {
    public var description: String { message }
}
