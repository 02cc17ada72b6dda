/// What a user's transactions come to, coin by coin, in one currency.
///
/// Prices times amounts, sums and fees are exact. Three divisions round half to even to 18 decimals: an amount of another currency that
/// becomes one of this (`converted`), the cost of a part of a lot (`CostBasis`), and the average cost, which nothing is calculated from.
public struct Portfolio: Sendable {
    /// More was sold than was held.
    public struct Lack: Hashable, Sendable {
        public let transaction: Transaction
        /// How much was missing, in coins.
        public let amount: BigDecimal
    }

    public let currency: String
    public private(set) var coins: [CoinID: CostBasis] = [:]
    /// In the order of their times.
    public private(set) var lacks: [Lack] = []

    /// - Parameters:
    ///   - transactions: in the order of their times.
    ///   - currency: what all figures are in.
    ///   - rate: what one US dollar is in that currency, for what was paid in another one.
    public init(_ transactions: [Transaction], _ method: CostMethod, in currency: String, rate: Conversion?) {
        self.currency = currency
        for transaction in transactions {
            let lack = coins[transaction.coin, default: CostBasis(method)].take(
                transaction.event { transaction.converted($0, to: currency, rate: rate) }
            )
            if !lack.isZero { lacks.append(Lack(transaction: transaction, amount: lack)) }
        }
    }
}

extension Transaction {
    /// What it does to the coin's holding.
    /// - Parameter convert: makes an amount of the currency of the figures of one of the transaction's.
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

    /// Its own currency's amounts stay as they are. Those of another one become dollars by the rate of the transaction's day, exactly, and then
    /// the other currency by the rate of today, with one division.
    fileprivate func converted(_ amount: BigDecimal, to other: String, rate: Conversion?) -> BigDecimal {
        if currency == other { return amount }
        let dollars = dollarRate.map { amount * $0 } ?? amount
        return rate.map { $0.converted(dollars) } ?? dollars
    }
}

extension Conversion {
    /// Any amount, rounded half to even to 18 decimals.
    public func converted(_ dollars: BigDecimal) -> BigDecimal {
        (dollars * BigDecimal(numerator)).divided(by: BigDecimal(denominator))
    }
}

/// One coin's holding at a price.
public struct HoldingFigures: Hashable, Sendable {
    public let coin: CoinID
    public let amount: BigDecimal
    public let cost: BigDecimal
    /// Of one coin; nil: there is none.
    public let averageCost: BigDecimal?
    /// Nil: the coin has no price.
    public let value: BigDecimal?
    public let realized: BigDecimal
    /// The cost of what was sold.
    public let soldCost: BigDecimal
    public let missing: BigDecimal

    /// - Parameter price: of one coin now.
    public init(_ coin: CoinID, _ basis: CostBasis, price: BigDecimal?) {
        self.coin = coin
        (amount, cost, averageCost) = (basis.amount, basis.cost, basis.averageCost)
        value = price.map { $0 * basis.amount }
        (realized, soldCost, missing) = (basis.realized, basis.soldCost, basis.missing)
    }

    /// What selling all of it now would bring beyond its cost.
    public var unrealized: BigDecimal? { value.map { $0 - cost } }

    /// In percent of what it has cost; nil: it has cost nothing.
    public var unrealizedPercent: BigDecimal? { unrealized.flatMap { Self.percent($0, of: cost) } }
    public var realizedPercent: BigDecimal? { Self.percent(realized, of: soldCost) }

    /// With two decimals.
    public static func percent(_ part: BigDecimal, of whole: BigDecimal) -> BigDecimal? {
        whole > .zero ? (part * BigDecimal.hundred).divided(by: whole, decimals: 2) : nil
    }
}

extension BigDecimal {
    static let hundred = BigDecimal(groups: [100], decimals: 0, isNegative: false)
}
