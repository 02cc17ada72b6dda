import Shared
import TerminalKit
import TestSupport
import Testing

@testable import TerminalClient

/// What is the same on every screen that is a list of rows.
@MainActor
struct RowsScreenTests {
    private func alerts(_ scene: Scene) -> AlertsView {
        AlertsView(viewModel: AlertsViewModel(session: scene.link.session, tabs: scene.tabs))
    }

    private func holdings(_ scene: Scene) -> HoldingsView {
        HoldingsView(viewModel: HoldingsViewModel(session: scene.link.session, tabs: scene.tabs))
    }

    private func transactions(_ scene: Scene) -> TransactionsView {
        TransactionsView(
            viewModel: TransactionsViewModel(coin: CoinID(1), session: scene.link.session, tabs: scene.tabs)
        )
    }

    private func bottomLine(of view: some View) -> String {
        view.picture().split(separator: "\n").last.map(String.init) ?? ""
    }

    /// What Help says, after a frame has prepared the view.
    private func help(of view: some RowsScreenView) -> [String] {
        view.prepare(for: Size(width: 80, height: 24))
        return view.helpPage.flatMap(\.entries).map(\.title)
    }

    /// The entries of Help for keys that need a row.
    private func helpOnRows(of view: some RowsScreenView) -> [String] {
        let needing = view.listKeys.bindings.filter { $0.action.needsRow }.map(\.title)
        return help(of: view).filter { needing.contains($0) || $0 == "up" || $0.hasPrefix("sort by") }
    }

    @Test func helpOnAnEmptyListLeavesOutTheKeysThatNeedARow() {
        let scene = Scene()
        #expect(helpOnRows(of: alerts(scene)) == [])
        #expect(helpOnRows(of: holdings(scene)) == [])
        #expect(helpOnRows(of: transactions(scene)) == [])
        #expect(helpOnRows(of: scene.devicesView) == [])
        #expect(help(of: alerts(scene)).contains("a new alert for any coin"))
        #expect(help(of: transactions(scene)).contains("add a transaction of this coin"))
    }

    @Test func helpOnRowsHasAllOfTheirKeys() throws {
        let condition = try AlertCondition(typed: ">65000")
        let alert = Alert(id: AlertID(rawValue: 1), coin: CoinID(1), condition: condition, note: "")
        let entries = help(of: alerts(Scene(user: .setting { _ in .add(alert) })))
        let bindings = KeyMap.alerts.without(.seenAll).bindings
        for binding in bindings { #expect(entries.contains(binding.title)) }
    }

    /// Once, the words led back to Prices, and no line named the key that works here.
    @Test func alertsNameTheKeyForAnyCoin() {
        let view = alerts(Scene())
        #expect(view.picture().contains("Press A to choose a coin"))
        #expect(bottomLine(of: view).contains("A new"))
    }
}
