internal import Observation
internal import Shared

/// A coin's transactions, the newest first.
@MainActor
@Observable
final class TransactionsViewModel: RowsScreenModel {
    enum Destination: Equatable, Sendable {
        case new
        case edit(Transaction)
    }

    /// Everything that the rows depend on.
    private struct Inputs: Equatable {
        /// The hash of the user's table.
        var user: UInt64
        var symbol: String
        var hidesAmounts: Bool
    }

    // MARK: Outputs
    let tabs: TabsViewModel
    let exits = Exits<Destination>()
    var selection = RowSelection<TransactionID>()

    private let derived = Derived<Inputs, [TransactionRow]>([])
    private let coin: CoinID
    private let session: Session

    init(coin: CoinID, session: Session, tabs: TabsViewModel) {
        (self.coin, self.session, self.tabs) = (coin, session, tabs)
        refresh()
    }

    var selectedCoin: CoinID? { coin }
    var symbol: String { session.market.table.symbol(of: coin) }

    var rows: [TransactionRow] { derived.value }
    /// How often the rows were made.
    var makings: Int { derived.makings }

    /// The words in place of rows.
    var absence: [String] {
        session.user.isComplete
            ? HoldingsAbsence.noTransactions(symbol: symbol, add: keys.transactions.name(of: .add)).lines
            : HoldingsAbsence.offline.lines
    }

    // MARK: Inputs

    func refresh() {
        let (table, symbol, isHidden) = (session.user.table, symbol, tabs.hidesAmounts)
        derived.follow(Inputs(user: table.hash, symbol: symbol, hidesAmounts: isHidden)) { [coin] in
            table.transactions.filter { $0.coin == coin }.reversed()
                .map { TransactionRow($0, symbol: symbol, hidesAmounts: isHidden) }
        }
    }

    func addRequested() { exits.take(.new) }

    func editRequested() {
        if let id = selectedID, let known = session.user.table.transaction(id) { exits.take(.edit(known)) }
    }

    func removeRequested() {
        guard let id = selectedID else { return }
        session.user.mutate { _ in .remove([id]) }
        tabs.removed("the transaction")
    }

    func hideRequested() { tabs.amountsToggled() }
}

/// A column of the user's transactions. The screen shows the transactions of one coin, and only the day of each.
enum TransactionColumn: CaseIterable, TableColumn {
    case id, time, kind, coin, amount, money, fee, words

    var title: String {
        switch self {
        case .id: "ID"
        case .time: "Time"
        case .kind: "Kind"
        case .coin: "Coin"
        case .amount: "Amount"
        case .money: "Price or total"
        case .fee: "Fee"
        case .words: "Accounts and note"
        }
    }

    var plainTitle: String { title(in: self == .time ? "UTC" : nil).uppercased() }
    var isOnTheRight: Bool { [.amount, .money, .fee].contains(self) }
}

/// The words for one transaction.
struct TransactionRow: Identifiable, Equatable, Sendable {
    let id: TransactionID
    let day: String
    let kind: String
    let amount: String
    /// The price of one coin, or `= 30,000 USD` for all of them.
    let money: String
    let fee: String
    /// Accounts and note.
    let words: String

    /// - Parameter symbol: the coin's symbol.
    init(_ transaction: Transaction, symbol: String, hidesAmounts: Bool) {
        let digits = { (number: BigDecimal) in PriceText(number.plainText).full }
        let secret = { (number: BigDecimal) in hidesAmounts ? HoldingWords.hidden : digits(number) }
        (id, kind) = (transaction.id, transaction.kind.rawValue)
        day = "\(transaction.time.date)"
        amount = secret(transaction.amount)
        switch transaction.money {
        case .price(let price): money = "\(digits(price)) \(transaction.currency)"
        case .total(let total): money = "= \(secret(total)) \(transaction.currency)"
        case nil: money = QuoteRow.none
        }
        fee = transaction.fee.map { "\(secret($0.amount)) \($0.isInCoin ? symbol : transaction.currency)" } ?? ""
        words = [transaction.accounts, transaction.note].filter { !$0.isEmpty }.joined(separator: "; ")
    }
}
