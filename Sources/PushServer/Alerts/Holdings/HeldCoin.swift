package import Shared

/// One coin of a user's holdings, with its cost split so that it follows the exchange rate of an alert's currency.
package struct HeldCoin: Hashable, Sendable {
    let coin: CoinID
    let amount: BigDecimal
    /// The part of the cost that was paid in the currency itself.
    let ownCost: BigDecimal
    /// The part of the cost that was paid in others, in dollars at the rates of those days.
    let dollarCost: BigDecimal

    package init(coin: CoinID, amount: BigDecimal, ownCost: BigDecimal, dollarCost: BigDecimal = .zero) {
        (self.coin, self.amount, self.ownCost, self.dollarCost) = (coin, amount, ownCost, dollarCost)
    }

    /// The cost at an exchange rate, as screens show it.
    /// - Parameter rate: nil for dollars.
    func cost(at rate: Conversion?) -> BigDecimal { ownCost + (rate.map { $0.converted(dollarCost) } ?? dollarCost) }
}

extension [HeldCoin] {
    /// These holdings minus `limit` coins of `unit`. The result is worth more than zero exactly when the holdings are
    /// worth more than `limit` of those coins. So a limit in a coin becomes a comparison in dollars, and a move of
    /// either price moves one sum.
    /// - Parameter total: for the profit, costs that were paid in `unit` are subtracted as coins, too.
    func less(_ limit: ExactDecimal, of unit: CoinID, _ total: AlertTotal) -> [HeldCoin] {
        let isProfit = total == .profit
        var held = map {
            HeldCoin(coin: $0.coin, amount: $0.amount, ownCost: isProfit ? $0.dollarCost : .zero)
        }
        let owed = reduce(BigDecimal(limit)) { isProfit ? $0 + $1.ownCost : $0 }
        if let index = held.firstIndex(where: { $0.coin == unit }) {
            let own = held[index]
            held[index] = HeldCoin(coin: unit, amount: own.amount - owed, ownCost: own.ownCost)
        } else {
            held.append(HeldCoin(coin: unit, amount: -owed, ownCost: .zero))
        }
        return held.sorted { $0.coin < $1.coin }
    }
}

extension [Transaction] {
    /// What a user with these transactions holds, for figures in a currency. The transactions must be in order of time.
    ///
    /// A cost is a sum of what was paid in the currency and of dollars times the rate. So the costs at the rates 1 and
    /// 2 give both parts, and a new rate needs no transactions.
    func heldCoins(_ method: CostMethod, in currency: String) -> [HeldCoin] {
        guard let one = ExactDecimal.wholeOne, let two = try? ExactDecimal(mantissa: 2, exponent: 0),
            let single = Conversion(one, by: one), let double = Conversion(two, by: one)
        else { return [] }
        let isUSD = currency == Currency.usd.name
        let costs = Portfolio(self, method, in: currency, rate: isUSD ? nil : single).coins
        let doubled = isUSD ? [:] : Portfolio(self, method, in: currency, rate: double).coins
        return costs.compactMap { coin, basis in
            if basis.amount.isZero { return nil }
            let dollars = doubled[coin].map { $0.cost - basis.cost } ?? .zero
            return HeldCoin(coin: coin, amount: basis.amount, ownCost: basis.cost - dollars, dollarCost: dollars)
        }
        .sorted { $0.coin < $1.coin }
    }
}

extension ExactDecimal {
    fileprivate static var wholeOne: ExactDecimal? { try? ExactDecimal(mantissa: 1, exponent: 0) }
}
