package import Shared

/// A request to a provider that brought no data: who, what was asked, and why.
package struct ProviderError: Error, Equatable, Sendable {
    /// Its name.
    package let provider: String
    /// Method and path, without parameters.
    package let endpoint: String
    package let failure: ProviderFailure
    /// When the server itself lets a request go out again, where that is sooner than the provider has told.
    private let retryAt: MarketTime?

    package init(_ endpoint: Endpoint, _ failure: ProviderFailure, retryAt: MarketTime? = nil) {
        self.retryAt = retryAt
        provider = endpoint.host.provider
        self.endpoint = endpoint.description
        self.failure = failure.hiding(endpoint.key?.value)
    }

    /// What to tell a user.
    package var sentence: String {
        let name = provider
        return switch failure {
        case .needsKey(.missing): "\(name) needs an API key."
        case .needsKey(.wrong): "\(name) does not accept the API key."
        case .needsKey(.notAllowed): "\(name)'s plan for this API key does not cover this."
        case .rateLimited(let until): "\(name)'s rate limit is used up until \(until.dateAndClockText) UTC."
        case .paced(let until):
            "The server stays within \(name)'s limit, and does not ask it again before \(until.dateAndClockText) UTC."
        case .notListed(let what): "\(name) does not list this (\(Self.clause(what)))."
        case .refused(let reason): "\(name) refused the request: \(Self.clause(reason))."
        case .unavailable(let reason, _): "\(name) is unavailable: \(Self.clause(reason))."
        case .timedOut: "\(name) did not answer in time."
        case .tooLarge(let limit): "\(name) sent more than \(limit) bytes."
        case .badAnswer(let reason, _): "\(name) sent an answer that cannot be used: \(Self.clause(reason))."
        case .cancelled: "The request to \(name) was cancelled."
        }
    }

    /// A provider's own words end as they like.
    private static func clause(_ words: String) -> String { words.hasSuffix(".") ? String(words.dropLast()) : words }

    /// The time before which asking again can only make things worse.
    package var notBefore: MarketTime? {
        switch failure {
        case .rateLimited(let until), .paced(let until): retryAt ?? until
        case .unavailable(_, let until): until
        default: nil
        }
    }

    /// Whether asking again is useless until somebody changes something (providers.md section 4, rule 8).
    package var isLasting: Bool {
        switch failure {
        case .needsKey, .notListed, .refused: true
        default: false
        }
    }
}

extension ProviderError: CustomStringConvertible {
    package var description: String {
        let text = "\(endpoint): \(sentence)"
        guard case .badAnswer(_, let beginning) = failure, !beginning.isEmpty else { return text }
        return text + " It begins: \(beginning)"
    }
}
