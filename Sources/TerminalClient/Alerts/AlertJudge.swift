internal import Shared

/// Judges alerts as the server does, from what a terminal shows. It explains why an alert waits.
struct AlertJudge {
    let user: UserTable
    let market: MarketTable
    let rates: ExchangeRates?
    /// The user's holdings in each currency that an alert about all holdings is in.
    private let portfolios: [String: Portfolio]

    /// Works out the holdings that alerts are about.
    /// - Parameter cache: kept by a caller that judges again and again.
    init(
        _ user: UserTable,
        _ market: MarketTable,
        _ rates: ExchangeRates?,
        _ cache: PortfolioCache = PortfolioCache()
    ) {
        (self.user, self.market, self.rates) = (user, market, rates)
        var portfolios: [String: Portfolio] = [:]
        for alert in user.alerts where !alert.condition.isAboutCoin && portfolios[alert.currency] == nil {
            let money = ShownCurrency(named: alert.currency, rates, in: market)
            if money.missing == nil { portfolios[alert.currency] = cache.portfolio(of: user, in: money) }
        }
        self.portfolios = portfolios
    }

    /// Whether the server can convert amounts of a currency.
    func hasRate(_ currency: String) -> Bool { money(currency).missing == nil }

    /// What is missing to judge the alert; nil if nothing is.
    func lack(of alert: Alert) -> AlertWait? {
        if !hasRate(alert.currency) { return .noRate(currency: alert.currency) }
        let isPriced = { [market] (coin: CoinID) -> Bool? in
            guard let row = market.row(of: coin), !market[row].isDelisted else { return nil }
            return market[row].exactPrice != nil
        }
        if alert.condition.isAboutCoin { return isPriced(alert.coin) == true ? nil : .noPrice }
        // The server leaves out coins that the market does not list, and waits for the prices of all others.
        let held = portfolios[alert.currency]?.coins.filter { !$0.value.amount.isZero }.keys.sorted() ?? []
        let symbols = held.filter { isPriced($0) == false }.map { market.symbol(of: $0) }
        return symbols.isEmpty ? nil : .noPrices(symbols: symbols)
    }

    /// Whether the condition is true for the shown figures; nil if only the server knows.
    func isTrue(_ alert: Alert) -> Bool? {
        switch alert.condition {
        case .priceAbove(let limit): price(of: alert.coin, in: alert.currency).map { $0 >= BigDecimal(limit) }
        case .priceBelow(let limit): price(of: alert.coin, in: alert.currency).map { $0 <= BigDecimal(limit) }
        case .holdings(let total, let limit, let isRise):
            amount(total, in: alert.currency).map { isRise ? $0 >= BigDecimal(limit) : $0 <= BigDecimal(limit) }
        case .move, .dayChange: nil
        }
    }

    private func amount(_ total: AlertTotal, in currency: String) -> BigDecimal? {
        guard let coins = portfolios[currency]?.coins, !coins.isEmpty else { return nil }
        return coins.reduce(BigDecimal.zero) { sum, held in
            guard let price = price(of: held.key, in: currency) else { return sum }
            let value = price * held.value.amount
            return sum + (total == .value ? value : value - held.value.cost)
        }
    }

    private func price(of coin: CoinID, in currency: String) -> BigDecimal? {
        money(currency).price(of: coin, in: market)
    }

    private func money(_ currency: String) -> ShownCurrency { ShownCurrency(named: currency, rates, in: market) }
}

extension ShownCurrency {
    fileprivate init(named name: String, _ rates: ExchangeRates?, in market: MarketTable) {
        let coin = Currency.coins.first { $0.name == name }
        self.init(coin ?? Currency(name), rates: rates, in: market)
    }
}
