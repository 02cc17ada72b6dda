/// Why a coin's page is not available.
public struct DetailProblem: Error, Hashable, Sendable {
    /// A sentence for the user.
    public var message: String

    public init(message: String) { self.message = message }
}

extension DetailProblem: CustomStringConvertible {
    public var description: String { message }
}
