import Shared
import TerminalKit
import Testing

@testable import TerminalClient

/// Each key of the screens of alerts and holdings does what it says.
extension KeyMapTests {
    @Test(arguments: KeyMap.alerts.bindings)
    func everyKeyOfAlertsDoesWhatItSays(binding: KeyMap<AlertsAction>.Binding) async throws {
        let user = try UserTable.withAlerts(60)
        for key in binding.keys {
            let scene = Scene(user: user)
            let model = AlertsViewModel(session: scene.link.session, tabs: scene.tabs)
            let view = AlertsView(viewModel: model)
            let walk = try Walk(in: view) { model.selected }
            let selected = model.selectedID
            let alert = scene.link.user.table.alerts.first { AlertRow.Subject.alert($0.id) == selected }
            let before = try #require(alert)
            view.press(key)
            let after = scene.link.user.table.alert(before.id)
            #expect((after == before) == ![.remove, .arm, .repeat].contains(binding.action), "\(key)")
            #expect(scene.link.user.table.alerts.count == (binding.action == .remove ? 59 : 60))
            var routes = model.routes.makeAsyncIterator()
            switch binding.action {
            case .up, .down, .pageUp, .pageDown, .first, .last:
                #expect(model.selected == walk.target(of: binding.action.rawValue, last: 59), "\(key)")
            case .edit: #expect(model.entry?.alert == before)
            case .add: #expect(await routes.next() == .own(.coin))
            case .remove: #expect(after == nil)
            // None has fired.
            case .seenAll: #expect(after == before)
            case .arm: #expect(after != nil && after?.arming != before.arming)
            case .repeat: #expect(after?.repeats == true)
            }
        }
    }

    @Test(arguments: KeyMap.alertEntry.bindings)
    func everyKeyWhileAnAlertIsTypedDoesWhatItSays(binding: KeyMap<AlertEntryAction>.Binding) {
        for key in binding.keys {
            let scene = Scene()
            let model = AlertsViewModel(session: scene.link.session, tabs: scene.tabs)
            model.alertRequested(for: CoinID(1), isFromList: true)
            AlertsView(viewModel: model).press(.control("u"), ">", "5", key)
            let kept = scene.link.user.table.alerts.map(\.condition.typed)
            #expect(model.entry == nil)
            switch binding.action {
            case .keep: #expect(kept == [">5"])
            case .cancel: #expect(kept.isEmpty)
            }
        }
    }

    @Test(arguments: KeyMap.holdings.bindings)
    func everyKeyOfHoldingsDoesWhatItSays(binding: KeyMap<HoldingsAction>.Binding) async {
        let bitcoin = CoinID(1)
        for key in binding.keys {
            let scene = Scene(user: .setting { _ in .put([.purchase(1)]) })
            let model = HoldingsViewModel(session: scene.link.session, tabs: scene.tabs)
            HoldingsView(viewModel: model).press(key)
            #expect(scene.tabs.hidesAmounts == (binding.action == .hide), "\(key)")
            var routes = model.routes.makeAsyncIterator()
            switch binding.action {
            case .open: #expect(await routes.next() == .own(.transactions(of: bitcoin)))
            case .add: #expect(await routes.next() == .own(.newTransaction(of: bitcoin)))
            case .new: #expect(await routes.next() == .own(.coin))
            case .hide: break
            case .close: #expect(await routes.next() == .closed)
            }
        }
    }

    @Test(arguments: KeyMap.transactions.bindings)
    func everyKeyOfTransactionsDoesWhatItSays(binding: KeyMap<TransactionsAction>.Binding) async throws {
        let purchases = (1...60).map { Transaction.purchase($0) }
        let user = UserTable.setting { _ in .put(purchases) }
        for key in binding.keys {
            let scene = Scene(user: user)
            let model = TransactionsViewModel(coin: CoinID(1), session: scene.link.session, tabs: scene.tabs)
            let view = TransactionsView(viewModel: model)
            let walk = try Walk(in: view) { model.selected }
            let selected = model.selectedID.flatMap { scene.link.user.table.transaction($0) }
            let before = try #require(selected)
            view.press(key)
            let after = scene.link.user.table.transaction(before.id)
            #expect(after == (binding.action == .remove ? nil : before), "\(key)")
            #expect(scene.tabs.hidesAmounts == (binding.action == .hide))
            var routes = model.routes.makeAsyncIterator()
            switch binding.action {
            case .up, .down, .pageUp, .pageDown, .first, .last:
                #expect(model.selected == walk.target(of: binding.action.rawValue, last: 59), "\(key)")
            case .edit: #expect(await routes.next() == .own(.edit(before)))
            case .add: #expect(await routes.next() == .own(.new))
            case .remove: #expect(scene.link.user.table.transactions.count == 59)
            case .hide: break
            }
        }
    }

    @Test(arguments: KeyMap.transactionEntry.bindings)
    func everyKeyOfATransactionDoesWhatItSays(binding: KeyMap<TransactionEntryAction>.Binding) async {
        for key in binding.keys {
            let scene = Scene()
            let model = TransactionEntryViewModel(
                coin: CoinID(1),
                changing: nil,
                session: scene.link.session,
                tabs: scene.tabs
            )
            TransactionEntryView(viewModel: model).press("2", Key(.tab), "5", key)
            #expect(scene.link.user.table.transactions.count == (binding.action == .keep ? 1 : 0), "\(key)")
            var routes = model.routes.makeAsyncIterator()
            switch binding.action {
            case .keep, .cancel: #expect(await routes.next() == .closed)
            case .next: #expect(model.focus == .total)
            case .previous: #expect(model.focus == .amount)
            }
        }
    }
}

extension UserTable {
    /// With this many alerts for BTC.
    fileprivate static func withAlerts(_ count: Int) throws -> UserTable {
        var table = UserTable()
        for number in 1...count {
            let condition = try AlertCondition(typed: ">\(70_000 + number)")
            let alert = Alert(id: AlertID(rawValue: UInt64(number)), coin: CoinID(1), condition: condition)
            table.change { _ in .add(alert) }
        }
        return table
    }
}

extension Transaction {
    /// Of one BTC.
    fileprivate static func purchase(_ id: UInt64) -> Transaction {
        Transaction(
            TransactionID(rawValue: id),
            .bought,
            .one,
            of: CoinID(1),
            money: .price(.one),
            at: MarketTime(seconds: 1_600_000_000)
        )
    }
}
