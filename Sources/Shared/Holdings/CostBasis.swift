/// How the cost of what is sold is found.
public enum CostMethod: String, CaseIterable, Sendable {
    /// All units of a coin cost the same.
    case average
    /// What was bought first is sold first.
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

/// What happened to one coin, with all money in one currency.
public struct HoldingEvent: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// - cost: all that was paid for `amount`, fees in money included.
        case bought(cost: BigDecimal)
        /// - proceeds: all that was got for `amount`, less fees in money.
        case sold(proceeds: BigDecimal)
        /// From one account of the user's to another.
        case moved(to: String)
    }

    public var kind: Kind
    /// In coins, above zero.
    public var amount: BigDecimal
    /// In coins: what left the account besides, or instead of, reaching its target.
    public var coinFee: BigDecimal
    public var account: String

    public init(_ kind: Kind, amount: BigDecimal, coinFee: BigDecimal = .zero, account: String = "") {
        (self.kind, self.amount, self.coinFee, self.account) = (kind, amount, coinFee, account)
    }
}

/// The holding of one coin after its events, one by one in the order of their times.
///
/// Sums and products are exact. Divisions happen in one place, `share`: the cost of a part of a lot. It rounds half to even to 18 decimals,
/// and the last part of a lot takes all that is left of its cost, so that no cost is lost or made.
public struct CostBasis: Hashable, Sendable {
    /// Units that cost the same. With average cost there is one lot at most.
    public struct Lot: Hashable, Sendable {
        public var amount: BigDecimal
        public var cost: BigDecimal
    }

    public let method: CostMethod
    /// The oldest first.
    public private(set) var lots: [Lot] = []
    /// Money got for what was sold, less its cost.
    public private(set) var realized = BigDecimal.zero
    /// The cost of what was sold.
    public private(set) var soldCost = BigDecimal.zero
    /// How much of the coin lies where.
    public private(set) var accounts: [String: BigDecimal] = [:]
    /// How much more was sold than was held: a purchase is missing. It counts as got for nothing.
    public private(set) var missing = BigDecimal.zero

    public init(_ method: CostMethod) { self.method = method }

    public var amount: BigDecimal { lots.reduce(BigDecimal.zero) { $0 + $1.amount } }
    public var cost: BigDecimal { lots.reduce(BigDecimal.zero) { $0 + $1.cost } }
    /// Of one unit; nil: there is none.
    public var averageCost: BigDecimal? {
        let amount = amount
        return amount.isZero ? nil : cost.divided(by: amount)
    }

    /// - Returns: how much an account lacked; zero: all is well.
    @discardableResult
    public mutating func take(_ event: HoldingEvent) -> BigDecimal {
        switch event.kind {
        case .bought(let cost):
            // Fees in the coin never arrive; what was paid is paid for the rest.
            let got = event.amount - event.coinFee
            accounts[event.account, default: .zero] += got
            add(Lot(amount: got, cost: cost))
            return .zero
        case .sold(let proceeds):
            let gone = event.amount + event.coinFee
            let lack = lack(of: gone, in: event.account)
            let cost = remove(gone)
            soldCost += cost
            realized += proceeds - cost
            return lack
        case .moved(let target):
            let lack = lack(of: event.amount, in: event.account)
            accounts[target, default: .zero] += event.amount - event.coinFee
            payInCoins(event.coinFee)
            return lack
        }
    }

    private mutating func lack(of amount: BigDecimal, in account: String) -> BigDecimal {
        let held = accounts[account] ?? .zero
        guard held < amount else {
            accounts[account] = held - amount
            return .zero
        }
        accounts[account] = .zero
        // It must have come from somewhere, for nothing as far as is known.
        let lack = amount - held
        missing += lack
        add(Lot(amount: lack, cost: .zero))
        return lack
    }

    private mutating func add(_ lot: Lot) {
        guard method == .average, !lots.isEmpty else {
            // A purchase that was all fee costs something and leaves nothing.
            if lot.amount.isZero { spread(lot.cost) } else { lots.append(lot) }
            return
        }
        lots[0].amount += lot.amount
        lots[0].cost += lot.cost
    }

    /// Takes so much out of the oldest lots.
    /// - Returns: what that has cost.
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

    /// A fee of a transfer: the coins are gone, and what they cost is a cost of those that are left.
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

    /// The one division.
    private static func share(_ amount: BigDecimal, of lot: Lot) -> BigDecimal {
        (lot.cost * amount).divided(by: lot.amount)
    }
}
