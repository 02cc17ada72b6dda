extension Router {
    /// Asks for something only if it has changed since `validator` was given. The caller keeps the value and its validator
    /// together, so that one cannot outlive the other.
    @concurrent
    package func revision<Value: Sendable>(
        of endpoint: Endpoint,
        since validator: Validator?,
        decode: @Sendable (HTTPAnswer) throws(ProviderFailure) -> Value
    ) async throws(ProviderError) -> Revision<Value> {
        var conditional = endpoint
        for (name, text) in validator?.headers ?? [:] { conditional.headers[name] = text }
        return try await value(of: conditional) { answer throws(ProviderFailure) in
            if answer.status == 304, validator != nil { return .unchanged }
            return .changed(try decode(answer), Validator(answer))
        }
    }
}
