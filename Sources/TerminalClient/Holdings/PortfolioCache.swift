internal import Shared

/// The user's holdings in each currency that somebody asks for. They are worked out once for each change, because a user
/// may have thousands of transactions.
final class PortfolioCache {
    private struct Inputs: Equatable {
        /// The hash of the user's table.
        var user: UInt64
        var money: ShownCurrency
    }

    private var portfolios: [String: Derived<Inputs, Portfolio>] = [:]

    func portfolio(of user: UserTable, in money: ShownCurrency) -> Portfolio {
        let make = { Portfolio(user.transactions, user[Settings.costMethod], in: money.name, rate: money.rate) }
        let inputs = Inputs(user: user.hash, money: money)
        if let known = portfolios[money.name] { return known.follow(inputs, make: make) }
        let derived = Derived(of: inputs, make())
        portfolios[money.name] = derived
        return derived.value
    }
}
