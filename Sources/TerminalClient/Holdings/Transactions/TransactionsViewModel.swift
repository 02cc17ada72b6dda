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

    // MARK: Outputs
    let tabs: TabsViewModel
    let exits = Exits<Destination>()
    var selection = RowSelection<TransactionID>()
    /// As of the last refresh.
    private(set) var rows: [TransactionRow] = []

    private let coin: CoinID
    private let session: Session

    init(coin: CoinID, session: Session, tabs: TabsViewModel) {
        (self.coin, self.session, self.tabs) = (coin, session, tabs)
        refresh()
    }

    var symbol: String { session.market.table.symbol(of: coin) }

    var rowIDs: [TransactionID] { rows.map(\.id) }

    /// The words in place of rows.
    var absence: [String] {
        session.user.isComplete
            ? Absence.noTransactions(symbol: symbol, add: keys.transactions.name(of: .add)).lines
            : Absence.holdingsOffline.lines
    }

    // MARK: Inputs

    func refresh() {
        let symbol = symbol
        let made = session.user.table.transactions.filter { $0.coin == coin }.reversed()
            .map { TransactionRow($0, symbol: symbol, hidesAmounts: tabs.hidesAmounts) }
        if made != rows { rows = made }
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
