internal import Shared
internal import TerminalKit

/// Shows a coin's transactions until the user goes back.
struct TransactionsCoordinator: Coordinator {
    let coin: CoinID
    let session: Session
    let tabs: TabsViewModel
    let screen: any Screen

    func start() async throws(Quit) {
        let viewModel = TransactionsViewModel(coin: coin, session: session, tabs: tabs)
        let view = TransactionsView(viewModel: viewModel)
        try await screen.present(view, of: viewModel) { (destination) async throws(Quit) -> Void in
            try await coordinate(to: entry(destination))
        }
    }

    private func entry(_ destination: TransactionsViewModel.Destination) -> TransactionEntryCoordinator {
        switch destination {
        case .new:
            TransactionEntryCoordinator(coin: coin, session: session, tabs: tabs, screen: screen)
        case .edit(let transaction):
            TransactionEntryCoordinator(
                coin: coin,
                transaction: transaction,
                session: session,
                tabs: tabs,
                screen: screen
            )
        }
    }
}

/// Lets the user fill in a transaction, a new one or one that exists.
struct TransactionEntryCoordinator: Coordinator {
    let coin: CoinID
    /// The transaction to change; nil: a new one.
    var transaction: Transaction?
    let session: Session
    let tabs: TabsViewModel
    let screen: any Screen

    func start() async throws(Quit) {
        let viewModel = TransactionEntryViewModel(coin: coin, changing: transaction, session: session, tabs: tabs)
        async let _ = viewModel.appeared()  // Cancelled when this flow ends.
        try await screen.present(TransactionEntryView(viewModel: viewModel), of: viewModel)
    }
}
