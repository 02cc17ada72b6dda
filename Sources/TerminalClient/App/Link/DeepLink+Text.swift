internal import Shared

extension DeepLink {
    static let scheme = "tickwire://"

    /// Reads a link strictly: anything that is not understood is an error.
    package init(_ text: String) throws(DeepLinkFault) {
        guard text.hasPrefix(Self.scheme) else { throw .wrongScheme(text) }
        let parts = text.dropFirst(Self.scheme.count).split(
            separator: "?",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        var path = parts[0].split(separator: "/", omittingEmptySubsequences: false)[...]
        let query = parts.count > 1 ? String(parts[1]) : nil
        let screen = path.popFirst().map(String.init) ?? ""
        switch screen {
        case "holdings": self = .holdings
        case "alerts": self = .alerts
        case "settings": self = .settings
        case "currency": self = .currency
        case "devices": self = .devices
        case "help": self = .help
        case "lists":
            let name = path.popFirst().map(String.init) ?? ""
            guard let decoded = name.percentDecoded else { throw .malformedList(name) }
            if decoded.isEmpty {
                self = .lists
            } else {
                let route = try path.isEmpty ? nil : CoinRoute(&path, query: query)
                self = .list(decoded, route)
                if route != nil { return }
            }
        default:
            guard let tab = Tab.allCases.first(where: { $0.linkName == screen }) else { throw .unknownScreen(screen) }
            let route = try path.isEmpty ? nil : CoinRoute(&path, query: query)
            self = .tab(tab, route)
            if route != nil { return }
        }
        if let rest = path.first { throw .tooLong(String(rest)) }
        if let query { throw .unknownParameter(query) }
    }
}

extension DeepLink: CustomStringConvertible {
    package var description: String {
        switch self {
        case .holdings: Self.scheme + "holdings"
        case .alerts: Self.scheme + "alerts"
        case .settings: Self.scheme + "settings"
        case .currency: Self.scheme + "currency"
        case .devices: Self.scheme + "devices"
        case .help: Self.scheme + "help"
        case .lists: Self.scheme + "lists"
        case .list(let name, let route):
            Self.scheme + "lists/" + name.inLink + (route.map { "/\($0.text)" } ?? "")
        case .tab(let tab, let route): Self.scheme + tab.linkName + (route.map { "/\($0.text)" } ?? "")
        }
    }
}

extension CoinRoute {
    fileprivate init(_ path: inout ArraySlice<Substring>, query: String?) throws(DeepLinkFault) {
        let name = path.popFirst().map(String.init) ?? ""
        guard let decoded = name.percentDecoded, let coin = CoinQuery(decoded) else {
            throw .malformedCoin(name)
        }
        let destination = path.popFirst().map(String.init)
        if let rest = path.first { throw .tooLong(String(rest)) }
        self.init(coin, try Self.destination(destination, query))
    }

    private static func destination(_ name: String?, _ query: String?) throws(DeepLinkFault) -> Destination {
        switch name {
        case "expanded": return .expanded(try interval(query))
        case "chart": return .chart(try interval(query))
        case nil, "detail":
            if let query { throw .unknownParameter(query) }
            return name == nil ? .row : .detail
        case let name?: throw .unknownDestination(name)
        }
    }

    private static func interval(_ query: String?) throws(DeepLinkFault) -> CandleInterval? {
        guard let query else { return nil }
        let parts = query.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts[0] == "interval" else { throw .unknownParameter(String(parts[0])) }
        let value = parts.count > 1 ? String(parts[1]) : ""
        guard let interval = CandleInterval(rawValue: value) else { throw .unknownInterval(value) }
        return interval
    }

    private static func query(_ interval: CandleInterval?) -> String {
        interval.map { "?interval=\($0.rawValue)" } ?? ""
    }

    fileprivate var text: String {
        let name = coin.description.inLink
        return switch destination {
        case .row: name
        case .expanded(let interval): name + "/expanded" + Self.query(interval)
        case .chart(let interval): name + "/chart" + Self.query(interval)
        case .detail: name + "/detail"
        }
    }
}

/// Why a link cannot be read.
package enum DeepLinkFault: Error, Hashable, Sendable, CustomStringConvertible {
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

extension String {
    /// The text as a part of a link. What could be taken for the link itself is written as `%2F` (RFC 3986, section 2.1).
    var inLink: String {
        utf8.reduce(into: "") { text, byte in
            let character = Character(Unicode.Scalar(byte))
            if character.isASCII && (character.isLetter || character.isNumber) || ":-._$".contains(character) {
                text.append(character)
            } else {
                text += (byte < 0x10 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
    }

    /// The text that `inLink` has written so.
    /// - Returns: nil if two hexadecimal digits are missing after a `%`, or if the bytes are not UTF-8.
    var percentDecoded: String? {
        var bytes: [UInt8] = []
        var rest = utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            // A number may have a sign, which is no digit.
            guard digits.count == 2, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
                let decoded = UInt8(String(Substring(digits)), radix: 16)
            else { return nil }
            bytes.append(decoded)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
