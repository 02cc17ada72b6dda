package import Shared

/// A failed request to a provider: which provider, which request, and why.
package struct ProviderError: Error, Equatable, Sendable {
    /// The provider's name.
    package let provider: String
    /// Method and path, without parameters.
    package let endpoint: String
    package let failure: ProviderFailure
    /// When the server itself allows another request, if that is sooner than the provider's own time.
    private let retryAt: MarketTime?

    package init(_ endpoint: Endpoint, _ failure: ProviderFailure, retryAt: MarketTime? = nil) {
        self.retryAt = retryAt
        provider = endpoint.host.provider
        self.endpoint = endpoint.description
        self.failure = failure.hiding(endpoint.key?.value)
    }

    /// The provider is not asked, because it answers nothing without a key.
    init(withoutKeyFor provider: Provider) {
        (self.provider, endpoint, failure, retryAt) = (provider.name, "no request", .needsKey(.missing), nil)
    }

    /// The sentence for users. It does not say how long the failure lasts.
    package var sentence: String { words { _ in " for now" } }

    /// The sentence for users, with how much longer the failure lasts. It is true at this time.
    package func sentence(at now: MarketTime) -> String {
        words { until in
            let rest = until.elapsed(since: now)
            return rest < .seconds(1) ? " for now" : " for another \(DurationText.words(rest))"
        }
    }

    /// - Parameter rest: the words for the time until then.
    private func words(rest: (MarketTime) -> String) -> String {
        let name = provider
        return switch failure {
        case .needsKey(.missing): "\(name) needs an API key."
        case .needsKey(.wrong): "\(name) does not accept the API key."
        case .needsKey(.notAllowed): "\(name)'s plan for this API key does not cover this."
        case .rateLimited(let until): "\(name)'s rate limit is used up\(rest(until))."
        case .paced(let until): "The server stays within \(name)'s limit, and does not ask it\(rest(until))."
        case .notListed(let what): "\(name) does not list this (\(Self.clause(what)))."
        case .refused(let reason): "\(name) refused the request: \(Self.clause(reason))."
        case .unavailable(let reason, _): "\(name) is unavailable: \(Self.clause(reason))."
        case .timedOut: "\(name) did not answer in time."
        case .tooLarge(let limit): "\(name) sent more than \(limit) bytes."
        case .badAnswer(let reason, _): "\(name) sent an answer that cannot be used: \(Self.clause(reason))."
        case .cancelled: "The request to \(name) was cancelled."
        }
    }

    /// Removes a full stop from a provider's own text.
    private static func clause(_ words: String) -> String { words.hasSuffix(".") ? String(words.dropLast()) : words }

    /// The earliest time at which a retry can help.
    package var notBefore: MarketTime? {
        switch failure {
        case .rateLimited(let until), .paced(let until): retryAt ?? until
        case .unavailable(_, let until): until
        default: nil
        }
    }

    /// Whether retrying is useless until somebody changes something.
    package var isLasting: Bool {
        switch failure {
        case .needsKey, .notListed, .refused: true
        default: false
        }
    }
}

// MARK: The next request
extension ProviderError {
    /// The longest wait, whatever the provider asks for and whatever is wrong, because faults end and keys are
    /// replaced.
    static let longestWait = Duration.seconds(3600)
    /// The wait if retrying is useless until somebody changes something. It is also the longest wait for a provider
    /// that is out of order, because such a provider cannot know when it will be back, and a request breaks no limit.
    static let lastingWait = Duration.seconds(300)

    /// How long to wait before the next request.
    /// - Parameter own: the wait if the provider asks for none.
    func wait(own: Duration, at now: MarketTime) -> Duration {
        var asked = notBefore.map { $0.elapsed(since: now) } ?? .zero
        if case .unavailable = failure { asked = min(asked, Self.lastingWait) }
        return min(max(own, asked, isLasting ? Self.lastingWait : .zero), Self.longestWait)
    }
}

extension ProviderError: CustomStringConvertible {
    /// For the server's log, which is in UTC.
    package var description: String {
        let text = "\(endpoint): " + words { " until \($0.dateAndClockText) UTC" }
        guard case .badAnswer(_, let beginning) = failure, !beginning.isEmpty else { return text }
        return text + " It begins: \(beginning)"
    }
}
