internal import Shared

extension DeepLink {
    static let scheme = "tickwire://"

    /// Reads a link strictly: anything that is not understood is an error.
    package init(_ text: String) throws(DeepLinkError) {
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
    fileprivate init(_ path: inout ArraySlice<Substring>, query: String?) throws(DeepLinkError) {
        let name = path.popFirst().map(String.init) ?? ""
        guard let decoded = name.percentDecoded, let coin = CoinQuery(decoded) else {
            throw .malformedCoin(name)
        }
        let destination = path.popFirst().map(String.init)
        if let rest = path.first { throw .tooLong(String(rest)) }
        self.init(coin, try Self.destination(destination, query))
    }

    private static func destination(_ name: String?, _ query: String?) throws(DeepLinkError) -> Destination {
        switch name {
        case "expanded": return .expanded(try interval(query))
        case "chart": return .chart(try interval(query))
        case nil, "detail":
            if let query { throw .unknownParameter(query) }
            return name == nil ? .row : .detail
        case let name?: throw .unknownDestination(name)
        }
    }

    private static func interval(_ query: String?) throws(DeepLinkError) -> CandleInterval? {
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
