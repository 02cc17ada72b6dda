internal import SwiftProtobuf

public typealias TransactionID = RecordID<Transaction>

/// A purchase, a sale, or a transfer between the user's accounts, of one coin.
public struct Transaction: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        case bought
        case sold
        /// From one of the user's accounts to another.
        case moved
    }

    /// What was paid or received.
    public enum Money: Hashable, Sendable {
        /// The price of one coin.
        case price(BigDecimal)
        /// The price of all of them together.
        case total(BigDecimal)
    }

    public struct Fee: Hashable, Sendable {
        public var amount: BigDecimal
        /// Whether the fee is in the coin and not in the currency.
        public var isInCoin: Bool

        public init(_ amount: BigDecimal, isInCoin: Bool) { (self.amount, self.isInCoin) = (amount, isInCoin) }
    }

    public let id: TransactionID
    public var coin: CoinID
    public var kind: Kind
    /// In coins, above zero.
    public var amount: BigDecimal
    /// Nil for a transfer.
    public var money: Money?
    /// The currency of price, total and a fee in money.
    public var currency: String
    /// The price of one unit of the currency in US dollars on that day; nil for USD.
    public var dollarRate: BigDecimal?
    public var fee: Fee?
    public var time: MarketTime
    public var account: String
    /// The account that the coins were moved to.
    public var target: String
    public var note: String
    /// The number of the import from which the transaction came; 0 if it was not imported.
    public var importID: UInt64

    public init(
        _ id: TransactionID,
        _ kind: Kind,
        _ amount: BigDecimal,
        of coin: CoinID,
        money: Money? = nil,
        in currency: String = Currency.usd.name,
        dollarRate: BigDecimal? = nil,
        fee: Fee? = nil,
        at time: MarketTime,
        account: String = "",
        target: String = "",
        note: String = "",
        importID: UInt64 = 0
    ) {
        (self.id, self.kind, self.amount, self.coin) = (id, kind, amount, coin)
        (self.money, self.currency, self.dollarRate, self.fee) = (money, currency, dollarRate, fee)
        (self.time, self.account, self.target, self.note) = (time, account, target, note)
        self.importID = importID
    }

    /// What was paid or received without the fee, exactly; zero for a transfer.
    public var total: BigDecimal {
        switch money {
        case .price(let price): price * amount
        case .total(let total): total
        case nil: .zero
        }
    }
}

// MARK: The record
extension Transaction {
    /// - Returns: nil for a record that is not a transaction, or of a kind that this program does not know.
    public init?(_ record: Record) {
        guard record.key.kind == RecordKind.transaction.number,
            let key = try? WireTransactionKey(serializedBytes: record.key.bytes),
            let wire = try? WireTransaction(serializedBytes: record.value),
            Self.problem(with: wire) == nil, let kind = Kind(rawValue: wire.kind), let amount = BigDecimal(wire.amount)
        else { return nil }
        let money = BigDecimal(wire.price).map(Money.price) ?? BigDecimal(wire.total).map(Money.total)
        self.init(
            TransactionID(rawValue: key.id),
            kind,
            amount,
            of: CoinID(wire.coinID),
            money: money,
            in: wire.currency.isEmpty ? Currency.usd.name : wire.currency.visible,
            dollarRate: BigDecimal(wire.usdRate),
            fee: BigDecimal(wire.fee).map { Fee($0, isInCoin: wire.feeInCoin) },
            at: MarketTime(wire: wire.timeMs),
            account: wire.account.visibleWithJoiners,
            target: wire.toAccount.visibleWithJoiners,
            note: wire.note.visibleWithJoiners,
            importID: wire.importID
        )
    }

    public var key: RecordKey { Self.key(of: id) }

    public static func key(of id: TransactionID) -> RecordKey {
        RecordKey(kind: RecordKind.transaction.number, bytes: WireTransactionKey.with { $0.id = id.rawValue }.bytes)
    }

    var wire: WireTransaction {
        .with { wire in
            (wire.coinID, wire.kind, wire.amount) = (coin.rawValue, kind.rawValue, amount.plainText)
            switch money {
            case .price(let price): wire.price = price.plainText
            case .total(let total): wire.total = total.plainText
            case nil: break
            }
            wire.currency = currency
            wire.usdRate = dollarRate?.plainText ?? ""
            (wire.fee, wire.feeInCoin) = (fee?.amount.plainText ?? "", fee?.isInCoin ?? false)
            wire.timeMs = time.wire
            (wire.account, wire.toAccount, wire.note) = (account, target, note)
            wire.importID = importID
        }
    }

    /// `exchange`, or `exchange to cold` for a move. Empty if it names none.
    public var accounts: String {
        let named = [account, target].filter { !$0.isEmpty }
        if kind != .moved || named.isEmpty { return named.joined() }
        return [account, target].map { $0.isEmpty ? "no account" : $0 }.joined(separator: " to ")
    }
}

extension RecordKind {
    public static let transaction = RecordKind(
        4,
        "transaction",
        plural: "transactions",
        recordsMax: 10_000,
        bytesMax: 1024,
        text: .of("note", max: Transaction.noteMax) { (transaction: WireTransaction) in transaction.note },
        key: WireTransactionKey.self,
        value: WireTransaction.self,
        fields: Array(1...14),
        problem: { key, wire in key.id == 0 ? "the number 0" : Transaction.problem(writing: wire)?.words }
    )
}

extension UserTable {
    /// In the order of their times. At the same time, purchases come first and sales last.
    public var transactions: [Transaction] { records(of: .transaction).compactMap(Transaction.init).sorted() }

    /// - Returns: nil if there is no such transaction.
    public func transaction(_ id: TransactionID) -> Transaction? {
        self[Transaction.key(of: id)].flatMap(Transaction.init)
    }
}

extension Transaction: Comparable {
    public static func < (one: Self, other: Self) -> Bool {
        if one.time != other.time { return one.time < other.time }
        if one.kind != other.kind { return one.kind.order < other.kind.order }
        return one.id.rawValue < other.id.rawValue
    }
}

extension Transaction.Kind {
    fileprivate var order: Int {
        switch self {
        case .bought: 0
        case .moved: 1
        case .sold: 2
        }
    }
}

extension Mutation {
    /// Adds transactions.
    public static func put(_ transactions: [Transaction]) -> Mutation {
        Mutation(transactions.map { .update($0.key, of: .transaction, to: $0.value, creates: true) })
    }

    /// Changes a transaction. If another terminal has removed it, nothing happens.
    public static func edit(_ transaction: Transaction) -> Mutation {
        Mutation([.update(transaction.key, of: .transaction, to: transaction.value, creates: false)])
    }

    public static func remove(_ transactions: [TransactionID]) -> Mutation {
        Mutation(transactions.map { Change(Transaction.key(of: $0), .remove) })
    }
}

extension Transaction {
    /// The value for a new record.
    public var value: [UInt8] { wire.bytes }
}
