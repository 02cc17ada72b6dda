internal import Shared

@MainActor
extension Session {
    /// What the user's prices are shown in now.
    var money: ShownCurrency { ShownCurrency(of: user, rates, market) }
}

@MainActor
extension ServerLink {
    /// What the user's prices are shown in now.
    package var money: ShownCurrency { ShownCurrency(of: user, rates, market) }

    /// - Parameter typed: a currency in whatever case; nil: the user's own.
    /// - Throws: `CurrencyProblem`
    package func money(in typed: String?) throws(CurrencyProblem) -> ShownCurrency {
        guard let typed else { return money }
        guard let currency = user.offers.currency(typed: typed) ?? (typed.uppercased() == "USD" ? .usd : nil) else {
            throw .notOffered(typed, offered: user.offers.currencies.map(\.name))
        }
        let money = ShownCurrency(currency, rates: rates.rates, in: market.table)
        if let name = money.missing { throw .noRate(name) }
        return money
    }
}

@MainActor
extension ShownCurrency {
    fileprivate init(of user: UserReplica, _ rates: RateReplica, _ market: MarketReplica) {
        let currency = user.offers.currency(of: user.table)
        self = currency == .usd ? .usd : ShownCurrency(currency, rates: rates.rates, in: market.table)
    }
}

/// Why nothing can be shown in the currency that a command names.
package enum CurrencyProblem: Error, Equatable, CustomStringConvertible {
    case notOffered(String, offered: [String])
    case noRate(String)
    /// A chart in a coin: what it cost in the past is not known.
    case noHistory(String)

    package var description: String {
        switch self {
        case .notOffered(let name, let offered) where offered.isEmpty:
            "this server offers no currency but USD, and not '\(name)'; leave --currency out"
        case .notOffered(let name, let offered):
            "this server does not offer the currency '\(name)'; use one of \(offered.joined(separator: ", "))"
        case .noRate(let name):
            "the server has no rate for \(name) yet; use --currency USD, or try again in a minute"
        case .noHistory(let name):
            "candles cannot be shown in \(name), because what it cost then is not known; use --currency USD"
        }
    }
}
