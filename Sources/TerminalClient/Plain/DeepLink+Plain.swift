internal import Shared

/// A link to what lines cannot show.
package struct LinkWithoutLines: Error, Hashable, CustomStringConvertible {
    let link: DeepLink
    /// What prints it instead.
    let command: String

    package var description: String { "lines cannot show \(link); use '\(command)'" }
}

extension DeepLink {
    /// The list whose prices are told in place of those of the favorites.
    package var listInLines: String? { if case .list(let name, _) = self { name } else { nil } }

    /// The tab whose prices are told where there are only lines.
    package func tabInLines() throws(LinkWithoutLines) -> Tab {
        switch self {
        case .tab(let tab, nil): return tab
        case .list(_, nil): return .favorites
        case .list(_, let route?): throw LinkWithoutLines(link: self, command: route.command)
        case .lists: throw LinkWithoutLines(link: self, command: "tickwire lists")
        case .tab(_, let route?): throw LinkWithoutLines(link: self, command: route.command)
        case .alerts: throw LinkWithoutLines(link: self, command: "tickwire alerts")
        case .settings: throw LinkWithoutLines(link: self, command: "tickwire settings")
        case .devices: throw LinkWithoutLines(link: self, command: "tickwire devices")
        case .help: throw LinkWithoutLines(link: self, command: "tickwire --help")
        }
    }
}

extension CoinRoute {
    fileprivate var command: String {
        let coin = coin.description.escaped
        return switch destination {
        case .row, .detail: "tickwire detail \(coin)"
        case .expanded(nil), .chart(nil): "tickwire candles \(coin)"
        case .expanded(let interval?), .chart(let interval?):
            "tickwire candles \(coin) --interval \(interval.rawValue)"
        }
    }
}
