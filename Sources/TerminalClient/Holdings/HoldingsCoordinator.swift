internal import Shared
internal import TerminalKit

/// Shows the user's holdings until the user goes back.
struct HoldingsCoordinator: Coordinator {
    let session: Session
    let tabs: TabsViewModel
    let screen: any Screen

    func start() async throws(Quit) {
        let viewModel = HoldingsViewModel(session: session, tabs: tabs)
        let view = HoldingsView(viewModel: viewModel)
        async let _ = viewModel.history.appeared()  // Cancelled when this flow ends.
        try await screen.present(view, of: viewModel) { (destination) async throws(Quit) -> Void in
            switch destination {
            case .coin:
                let choice = PickerCoordinator(picker: viewModel.coinPicker, background: view, screen: screen)
                if let coin = try await coordinate(to: choice) { try await coordinate(to: entry(of: coin)) }
            case .transactions(let coin):
                let flow = TransactionsCoordinator(coin: coin, session: session, tabs: tabs, screen: screen)
                try await coordinate(to: flow)
            case .newTransaction(let coin): try await coordinate(to: entry(of: coin))
            }
        }
    }

    private func entry(of coin: CoinID) -> TransactionEntryCoordinator {
        TransactionEntryCoordinator(coin: coin, session: session, tabs: tabs, screen: screen)
    }
}
