/// The result of a user's transactions, coin by coin, in one currency.
///
/// Prices times amounts, sums and fees are exact. Three divisions round half to even to 18 decimals: the conversion of
/// another currency (`converted`), the cost of a part of a lot (`CostBasis`), and the average cost, from which nothing
/// else is calculated.
public struct Portfolio: Sendable {
    /// A transaction that took more than was held.
    public struct Shortfall: Hashable, Sendable {
        public let transaction: Transaction
        /// The missing amount, in coins.
        public let amount: BigDecimal
    }

    public private(set) var coins: [CoinID: CostBasis] = [:]
    /// In the order of the transactions' times.
    public private(set) var shortfalls: [Shortfall] = []

    /// - Parameters:
    ///   - transactions: in the order of their times.
    ///   - currency: the currency of all figures.
    ///   - rate: one US dollar in that currency, for payments in other currencies.
    public init(_ transactions: [Transaction], _ method: CostMethod, in currency: String, rate: Conversion?) {
        for transaction in transactions {
            let shortfall = coins[transaction.coin, default: CostBasis(method)].take(
                transaction.event { transaction.converted($0, to: currency, rate: rate) }
            )
            if !shortfall.isZero { shortfalls.append(Shortfall(transaction: transaction, amount: shortfall)) }
        }
    }
}

extension UserTable {
    /// What would be missing if transactions were added or changed: those of their coins' transactions that then take
    /// more than is held. What is missing already does not count.
    public func shortfalls(with others: [Transaction]) -> [Portfolio.Shortfall] {
        let (coins, ids) = (Set(others.map(\.coin)), Set(others.map(\.id)))
        let own = transactions.filter { coins.contains($0.coin) }
        let shortfalls = { Portfolio($0, .average, in: Currency.usd.name, rate: nil).shortfalls }
        let present = Dictionary(shortfalls(own).map { ($0.transaction.id, $0.amount) }) { one, _ in one }
        let all = (own.filter { !ids.contains($0.id) } + others).sorted()
        return shortfalls(all).filter { $0.amount > present[$0.transaction.id] ?? .zero }
    }
}

extension Transaction {
    /// The transaction as an event of the coin's holding.
    /// - Parameter convert: converts an amount from the transaction's currency to that of the figures.
    func event(_ convert: (BigDecimal) -> BigDecimal) -> HoldingEvent {
        let isInCoin = fee?.isInCoin ?? false
        let moneyFee = isInCoin ? .zero : fee?.amount ?? .zero
        let what: HoldingEvent.Kind =
            switch kind {
            case .bought: .bought(cost: convert(total + moneyFee))
            case .sold: .sold(proceeds: convert(total - moneyFee))
            case .moved: .moved(to: target)
            }
        return HoldingEvent(what, amount: amount, coinFee: isInCoin ? fee?.amount ?? .zero : .zero, account: account)
    }

    /// An amount in the same currency stays as it is. An amount in another currency becomes dollars by the rate of the
    /// transaction's day, exactly, and then the shown currency by today's rate, with one division.
    fileprivate func converted(_ amount: BigDecimal, to other: String, rate: Conversion?) -> BigDecimal {
        if currency == other { return amount }
        // A dollar is a dollar, whatever rate an imported row gives it.
        let dollars = currency == Currency.usd.name ? amount : dollarRate.map { amount * $0 } ?? amount
        return rate.map { $0.converted(dollars) } ?? dollars
    }
}

extension Conversion {
    /// Dollars in this currency, rounded half to even to 18 decimals.
    public func converted(_ dollars: BigDecimal) -> BigDecimal {
        (dollars * BigDecimal(numerator)).divided(by: BigDecimal(denominator))
    }
}

/// The figures of one coin's holding at a price.
public struct HoldingFigures: Hashable, Sendable {
    public let coin: CoinID
    public let amount: BigDecimal
    public let cost: BigDecimal
    /// The average cost of one coin; nil if there is none.
    public let averageCost: BigDecimal?
    /// Nil if the coin has no price.
    public let value: BigDecimal?
    public let realized: BigDecimal
    /// The cost of what was sold.
    public let soldCost: BigDecimal
    public let missing: BigDecimal

    /// - Parameter price: the present price of one coin.
    public init(_ coin: CoinID, _ basis: CostBasis, price: BigDecimal?) {
        self.coin = coin
        (amount, cost, averageCost) = (basis.amount, basis.cost, basis.averageCost)
        value = price.map { $0 * basis.amount }
        (realized, soldCost, missing) = (basis.realized, basis.soldCost, basis.missing)
    }

    /// The profit of selling all of it now.
    public var unrealized: BigDecimal? { value.map { $0 - cost } }

    /// In percent of the cost; nil if the cost is zero.
    public var unrealizedPercent: BigDecimal? { unrealized.flatMap { Self.percent($0, of: cost) } }
    public var realizedPercent: BigDecimal? { Self.percent(realized, of: soldCost) }

    /// A percentage with two decimals.
    public static func percent(_ part: BigDecimal, of whole: BigDecimal) -> BigDecimal? {
        whole > .zero ? (part * BigDecimal.hundred).divided(by: whole, decimals: 2) : nil
    }
}

extension BigDecimal {
    static let hundred = BigDecimal(groups: [100], decimals: 0, isNegative: false)
}
