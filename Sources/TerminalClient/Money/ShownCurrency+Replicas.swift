internal import Shared

@MainActor
extension ReplicaHolder {
    /// The currency of the user's prices.
    package var money: ShownCurrency { ShownCurrency(of: user, rates, market) }
}

@MainActor
extension ServerLink {
    /// - Parameter typed: a currency's code in any case; nil: the user's own currency.
    /// - Throws: `CurrencyFault`
    package func money(in typed: String?) throws(CurrencyFault) -> ShownCurrency {
        guard let typed else { return money }
        guard let currency = user.offers.currency(typed: typed) ?? (typed.uppercased() == "USD" ? .usd : nil) else {
            throw .notOffered(typed, offered: user.offers.currencies.map(\.name))
        }
        let money = ShownCurrency(currency, rates: rates.rates, in: market.table)
        if let name = money.missing { throw .noRate(name) }
        return money
    }

    /// The currency of an alert's limit. Without a rate there is none, because a limit that was meant in the user's
    /// currency would become one in dollars.
    /// - Parameter typed: a currency's code in any case; nil: the user's own currency.
    /// - Throws: `CurrencyFault`
    package func alertCurrency(_ typed: String?) throws(CurrencyFault) -> String {
        try money(in: typed ?? money.missing).name
    }
}

@MainActor
extension ShownCurrency {
    fileprivate init(of user: UserReplica, _ rates: RateReplica, _ market: MarketReplica) {
        let currency = user.offers.currency(of: user.table)
        self = currency == .usd ? .usd : ShownCurrency(currency, rates: rates.rates, in: market.table)
    }
}

/// Why a command cannot use the currency that the user names.
package enum CurrencyFault: Error, Equatable, CustomStringConvertible {
    case notOffered(String, offered: [String])
    case noRate(String)
    /// The currency is a coin, whose past prices are not known, so charts cannot be in it.
    case noHistory(String)

    package var description: String {
        switch self {
        case .notOffered(let name, let offered) where offered.isEmpty:
            "this server offers only USD, not '\(name)'; leave --currency out"
        case .notOffered(let name, let offered):
            "this server does not offer the currency '\(name)'; use one of \(offered.joined(separator: ", "))"
        case .noRate(let name):
            "the server has no rate for \(name) yet; use --currency USD, or try again in a minute"
        case .noHistory(let name):
            "candles cannot be shown in \(name), because its past prices are not known; use --currency USD"
        }
    }
}
