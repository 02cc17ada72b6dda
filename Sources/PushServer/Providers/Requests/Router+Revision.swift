extension Router {
    /// Requests a value only if it has changed since `validator` was given. The caller stores the value together with
    /// its validator, so that neither outlives the other.
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
