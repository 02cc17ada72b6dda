internal import Shared
internal import TerminalKit

/// Shows the user's alerts until the user goes back.
struct AlertsCoordinator: Coordinator {
    let session: Session
    let tabs: TabsViewModel
    /// The coin for which the user wants a new alert.
    var coin: CoinID?
    let screen: any Screen

    func start() async throws(Quit) {
        let viewModel = AlertsViewModel(session: session, tabs: tabs)
        if let coin { viewModel.alertRequested(for: coin) }
        let view = AlertsView(viewModel: viewModel)
        try await screen.present(view, of: viewModel) { (destination) async throws(Quit) -> Void in
            switch destination {
            case .coin:
                let choice = PickerCoordinator(picker: viewModel.coinPicker, background: view, screen: screen)
                if let coin = try await coordinate(to: choice) { viewModel.alertRequested(for: coin, isFromList: true) }
            }
        }
    }
}
