/// Why a link cannot be read.
package enum DeepLinkError: Error, Hashable, Sendable, CustomStringConvertible {
    case wrongScheme(String)
    case unknownScreen(String)
    case malformedCoin(String)
    case malformedList(String)
    case unknownDestination(String)
    case unknownParameter(String)
    case unknownInterval(String)
    /// The link has more parts than a link can have.
    case tooLong(String)

    package var description: String {
        switch self {
        case .wrongScheme(let text): "'\(text)' is not a link; links begin with \(DeepLink.scheme)"
        case .unknownScreen(let name):
            "there is no screen '\(name)'; use prices, favorites, lists, holdings, alerts, settings, currency, devices or help"
        case .malformedCoin(let text): "'\(text)' is not a coin; use a symbol, or id: and a number"
        case .malformedList(let text): "'\(text)' is not a list's name; write characters such as % and / as %25 and %2F"
        case .unknownDestination(let name): "a coin has no '\(name)'; use expanded, chart or detail"
        case .unknownParameter(let name):
            "'\(name)' has no meaning here; leave it out (only charts have a parameter, interval)"
        case .unknownInterval(let text): "'\(text)' is not an interval; use 1m, 5m, 15m, 30m, 1h, 4h, 1d or 1w"
        case .tooLong(let rest): "the link has too many parts; remove '\(rest)'"
        }
    }
}
