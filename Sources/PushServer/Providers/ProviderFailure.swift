package import Shared

/// A provider's failure, classified by the possible remedy.
package enum ProviderFailure: Error, Equatable, Sendable {
    package enum NeedsKey: Equatable, Sendable {
        case missing
        case wrong
        /// The key is valid, but its plan has lapsed, is disabled or does not cover the request.
        case notAllowed
    }

    case needsKey(NeedsKey)
    /// The provider refuses more requests until this time.
    case rateLimited(until: MarketTime)
    /// The server sends no request before this time, to stay within the provider's limit.
    case paced(until: MarketTime)
    /// The provider does not know or does not trade the requested coin.
    case notListed(String)
    /// The provider rejects the request as invalid. That is a defect of the server, so repeating it is useless.
    case refused(String)
    /// Not reachable, overloaded, under maintenance or gone.
    case unavailable(String, until: MarketTime?)
    case timedOut
    case tooLarge(limit: Int)
    /// Bytes that the endpoint should not answer, with their beginning.
    case badAnswer(String, beginning: String)
    /// The requesting task was cancelled, or the router was shut down.
    case cancelled

    static func unavailable(_ reason: String) -> Self { .unavailable(reason, until: nil) }

    /// The same failure with the key blanked out, in case the provider repeats it in its answer.
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
