/// How to find the cost of sold coins.
public enum CostMethod: String, CaseIterable, Sendable {
    /// All units of a coin cost the same.
    case average
    /// The units that were bought first are sold first.
    case fifo
}

extension CostMethod: SettingValue {
    public static var offered: [Self] { allCases }
    public var text: String { rawValue }
    public var title: String {
        switch self {
        case .average: "average"
        case .fifo: "FIFO"
        }
    }
}

/// An event of one coin, with all money in one currency.
public struct HoldingEvent: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// - cost: everything that was paid for `amount`, including fees in money.
        case bought(cost: BigDecimal)
        /// - proceeds: everything that was received for `amount`, minus fees in money.
        case sold(proceeds: BigDecimal)
        /// From one of the user's accounts to another.
        case moved(to: String)
    }

    public var kind: Kind
    /// In coins, above zero.
    public var amount: BigDecimal
    /// The fee in coins. A sale takes it from the account, too. With a purchase or a transfer, these coins never
    /// arrive.
    public var coinFee: BigDecimal
    public var account: String

    public init(_ kind: Kind, amount: BigDecimal, coinFee: BigDecimal = .zero, account: String = "") {
        (self.kind, self.amount, self.coinFee, self.account) = (kind, amount, coinFee, account)
    }
}

/// The holding of one coin. It takes the coin's events one by one, in the order of their times.
///
/// Sums and products are exact. There is one division, `share`: the cost of a part of a lot. It rounds half to even to
/// 18 decimals. The last part of a lot takes the rest of its cost, so that no cost is lost or made.
public struct CostBasis: Hashable, Sendable {
    /// Units with the same cost. With average cost there is at most one lot.
    public struct Lot: Hashable, Sendable {
        public var amount: BigDecimal
        public var cost: BigDecimal
    }

    public let method: CostMethod
    /// The oldest lot first.
    public private(set) var lots: [Lot] = []
    /// The money that was received for what was sold, minus its cost.
    public private(set) var realized = BigDecimal.zero
    /// The cost of what was sold.
    public private(set) var soldCost = BigDecimal.zero
    /// The amount in each account.
    public private(set) var accounts: [String: BigDecimal] = [:]
    /// How much more was sold than was held, because a purchase is missing. It counts as received for nothing.
    public private(set) var missing = BigDecimal.zero

    public init(_ method: CostMethod) { self.method = method }

    public var amount: BigDecimal { lots.reduce(BigDecimal.zero) { $0 + $1.amount } }
    public var cost: BigDecimal { lots.reduce(BigDecimal.zero) { $0 + $1.cost } }
    /// The cost of one unit; nil if there is none.
    public var averageCost: BigDecimal? {
        let amount = amount
        return amount.isZero ? nil : cost.divided(by: amount)
    }

    /// - Returns: how much the account lacked; zero if nothing was missing.
    @discardableResult
    public mutating func take(_ event: HoldingEvent) -> BigDecimal {
        switch event.kind {
        case .bought(let cost):
            // A fee in coins never arrives, so the whole cost belongs to the rest.
            let got = event.amount - event.coinFee
            accounts[event.account, default: .zero] += got
            add(Lot(amount: got, cost: cost))
            return .zero
        case .sold(let proceeds):
            let gone = event.amount + event.coinFee
            let shortfall = shortfall(of: gone, in: event.account)
            let cost = remove(gone)
            soldCost += cost
            realized += proceeds - cost
            return shortfall
        case .moved(let target):
            let shortfall = shortfall(of: event.amount, in: event.account)
            accounts[target, default: .zero] += event.amount - event.coinFee
            payInCoins(event.coinFee)
            return shortfall
        }
    }

    private mutating func shortfall(of amount: BigDecimal, in account: String) -> BigDecimal {
        let held = accounts[account] ?? .zero
        guard held < amount else {
            accounts[account] = held - amount
            return .zero
        }
        accounts[account] = .zero
        // The missing coins came from somewhere. Their cost is unknown, so it counts as nothing.
        let shortfall = amount - held
        missing += shortfall
        add(Lot(amount: shortfall, cost: .zero))
        return shortfall
    }

    private mutating func add(_ lot: Lot) {
        guard method == .average, !lots.isEmpty else {
            // If the fee took the whole purchase, its cost belongs to the other coins.
            if lot.amount.isZero { spread(lot.cost) } else { lots.append(lot) }
            return
        }
        lots[0].amount += lot.amount
        lots[0].cost += lot.cost
    }

    /// Takes this amount out of the oldest lots.
    /// - Returns: the cost of what was taken.
    private mutating func remove(_ amount: BigDecimal) -> BigDecimal {
        var (rest, cost, emptied) = (amount, BigDecimal.zero, 0)
        while !rest.isZero, emptied < lots.count {
            if lots[emptied].amount <= rest {
                rest -= lots[emptied].amount
                cost += lots[emptied].cost
                emptied += 1
            } else {
                let part = Self.share(rest, of: lots[emptied])
                lots[emptied].amount -= rest
                lots[emptied].cost -= part
                cost += part
                rest = .zero
            }
        }
        lots.removeFirst(emptied)
        return cost
    }

    /// Pays a transfer's fee. The coins are gone, and their cost becomes a cost of the coins that are left.
    private mutating func payInCoins(_ fee: BigDecimal) {
        if fee.isZero { return }
        spread(remove(fee))
    }

    private mutating func spread(_ cost: BigDecimal) {
        if lots.isEmpty {
            realized -= cost
            soldCost += cost
        } else {
            lots[0].cost += cost
        }
    }

    /// The only division.
    private static func share(_ amount: BigDecimal, of lot: Lot) -> BigDecimal {
        (lot.cost * amount).divided(by: lot.amount)
    }
}
