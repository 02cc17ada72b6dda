internal import Shared

/// A link to a screen that plain lines cannot show.
package struct LinkWithoutLines: Error, Hashable, CustomStringConvertible {
    let link: DeepLink
    /// The command that prints it instead.
    let command: String

    package var description: String { "lines cannot show \(link); use '\(command)'" }
}

extension DeepLink {
    /// The list whose prices are printed in place of those of Favorites.
    package var listInLines: String? { if case .list(let name, _) = self { name } else { nil } }

    /// What is printed in place of prices.
    package var pageInLines: PlainPage? {
        switch self {
        case .holdings: .holdings
        case .alerts: .alerts
        default: nil
        }
    }

    /// The tab whose prices are printed.
    package func tabInLines() throws(LinkWithoutLines) -> Tab {
        switch self {
        case .tab(let tab, nil): return tab
        case .list(_, nil): return .favorites
        case .holdings, .alerts: return .prices
        case .list(_, let route?): throw LinkWithoutLines(link: self, command: route.command)
        case .lists: throw LinkWithoutLines(link: self, command: "tickwire lists")
        case .tab(_, let route?): throw LinkWithoutLines(link: self, command: route.command)
        case .settings: throw LinkWithoutLines(link: self, command: "tickwire settings")
        case .currency: throw LinkWithoutLines(link: self, command: "tickwire settings set currency NAME")
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
