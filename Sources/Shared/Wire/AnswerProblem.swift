/// Why the server, or a provider that it asked, has no answer to a request about the market.
public struct AnswerProblem: Error, Hashable, Sendable {
    /// A sentence for the user.
    public var message: String

    public init(message: String) { self.message = message }
}

extension AnswerProblem: CustomStringConvertible {
    public var description: String { message }
}
