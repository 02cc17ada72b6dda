package import Shared

/// What went wrong with a provider, by what can be done about it.
package enum ProviderFailure: Error, Equatable, Sendable {
    package enum NeedsKey: Equatable, Sendable {
        case missing
        case wrong
        /// The key is right, but its plan lapsed, is disabled or does not cover this.
        case notAllowed
    }

    case needsKey(NeedsKey)
    /// The provider refuses more requests until then.
    case rateLimited(until: MarketTime)
    /// The server itself asks no more before then, to stay within the provider's limit.
    case paced(until: MarketTime)
    /// The provider does not know, or does not trade, what was asked for.
    case notListed(String)
    /// The provider calls the request wrong: our bug, so repeating it is useless.
    case refused(String)
    /// Not reachable, overloaded, under maintenance or gone.
    case unavailable(String, until: MarketTime?)
    case timedOut
    case tooLarge(limit: Int)
    /// Bytes that are not what the endpoint answers, with their beginning.
    case badAnswer(String, beginning: String)
    /// The asking task was cancelled, or the router was shut down.
    case cancelled

    static func unavailable(_ reason: String) -> Self { .unavailable(reason, until: nil) }

    /// The same with a key blanked out, should a provider repeat it in its answer.
    func hiding(_ key: APIKey?) -> Self {
        guard let key else { return self }
        func hide(_ text: String) -> String {
            text.split(separator: key.text, omittingEmptySubsequences: false).joined(separator: "\(key)")
        }
        return switch self {
        case .notListed(let text): .notListed(hide(text))
        case .refused(let text): .refused(hide(text))
        case .unavailable(let text, let until): .unavailable(hide(text), until: until)
        case .badAnswer(let text, let beginning): .badAnswer(hide(text), beginning: hide(beginning))
        case .needsKey, .rateLimited, .paced, .timedOut, .tooLarge, .cancelled: self
        }
    }
}
