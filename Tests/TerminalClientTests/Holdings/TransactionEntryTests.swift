import Shared
import TerminalKit
import TestSupport
import Testing

@testable import TerminalClient

/// A coin's transactions on the screen, and the form in which they are added and changed.
@MainActor
struct TransactionEntryTests {
    private let bitcoin = CoinID(1)

    private func purchase(_ id: UInt64 = 1, _ amount: String = "2") -> Transaction {
        Transaction(
            TransactionID(rawValue: id),
            .bought,
            BigDecimal(amount) ?? .zero,
            of: bitcoin,
            money: .price(BigDecimal("50") ?? .zero),
            at: MarketTime(seconds: 1_600_000_000)
        )
    }

    private func entry(_ scene: Scene, _ held: Transaction?) -> TransactionEntryViewModel {
        TransactionEntryViewModel(coin: bitcoin, changing: held, session: scene.link.session, tabs: scene.tabs)
    }

    private func type(_ text: String, into view: TransactionEntryView) {
        view.press(.control("u"))
        for character in text { view.press(Key(.character(character))) }
    }

    @Test func aTransactionIsAddedFieldByField() throws {
        let scene = Scene()
        let view = TransactionEntryView(viewModel: entry(scene, nil))
        type("0.5", into: view)
        view.press(Key(.tab))
        type("60000", into: view)
        view.press(Key(.enter))
        let added = try #require(scene.link.user.table.transactions.first)
        #expect(added.amount.plainText == "0.5" && added.total.plainText == "30000" && added.coin == bitcoin)
        #expect(added.time == scene.time.clock.date())
    }

    @Test func aTransactionIsChangedAndUndoTakesTheChangeBack() throws {
        let held = purchase()
        let scene = Scene(user: .setting { _ in .put([held]) })
        let list = TransactionsViewModel(coin: bitcoin, session: scene.link.session, tabs: scene.tabs)
        #expect(TransactionsView(viewModel: list).picture().contains("2020-09-13  bought"))
        let model = entry(scene, held)
        let view = TransactionEntryView(viewModel: model)
        view.press(Key(.down))
        type("3", into: view)
        view.press(Key(.enter))
        #expect(scene.link.user.table.transaction(held.id)?.amount.plainText == "3")
        TransactionsView(viewModel: list).press("z")
        #expect(scene.link.user.table.transactions == [held])
        TransactionsView(viewModel: list).press("d")
        #expect(scene.link.user.table.transactions.isEmpty && scene.tabs.status.notice?.contains("removed") == true)
        #expect(TransactionsView(viewModel: list).picture().contains("You have no transactions of BTC."))
    }

    @Test func whatIsWrongIsSaidAndNothingIsLost() {
        let scene = Scene()
        let model = entry(scene, nil)
        let view = TransactionEntryView(viewModel: model)
        type("many", into: view)
        view.press(Key(.tab), "5", Key(.enter))
        #expect(model.focus == .amount && model.entry(of: .amount).text == "many")
        #expect(view.picture().contains("Amount 'many' is not a number"))
        #expect(scene.link.user.table.transactions.isEmpty)
    }

    @Test func sellingMoreThanIsHeldNeedsASecondEnter() {
        let scene = Scene(user: .setting { _ in .put([purchase()]) })
        let model = entry(scene, nil)
        let view = TransactionEntryView(viewModel: model)
        type("5", into: view)
        view.press(Key(.tab), "1", Key(.up), Key(.up))
        type("sold", into: view)
        view.press(Key(.enter))
        #expect(model.problem?.contains("3 more than you held then") == true)
        #expect(scene.link.user.table.transactions.count == 1)
        view.press(Key(.enter))
        #expect(scene.link.user.table.transactions.count == 2)
    }

    @Test func aTransactionThatAnotherTerminalRemovedIsNotChangedButCanBeAddedAnew() {
        let held = purchase()
        let scene = Scene(user: .setting { _ in .put([held]) })
        let model = entry(scene, held)
        let view = TransactionEntryView(viewModel: model)
        scene.link.user.mutate { _ in .remove([held.id]) }
        view.press(Key(.down))
        type("7", into: view)
        view.press(Key(.enter))
        #expect(scene.link.user.table.transactions.isEmpty && model.entry(of: .amount).text == "7")
        #expect(view.picture().contains("Another terminal has removed this transaction"))
        view.press(Key(.enter))
        #expect(scene.link.user.table.transactions.map(\.amount.plainText) == ["7"])
    }

    @Test func hiddenAmountsAreHiddenHereToo() {
        let held = purchase(1, "123.75")
        let scene = Scene(user: .setting { _ in .put([held]) })
        scene.tabs.amountsToggled()
        let list = TransactionsViewModel(coin: bitcoin, session: scene.link.session, tabs: scene.tabs)
        let pictures = [
            TransactionsView(viewModel: list).picture(), TransactionEntryView(viewModel: entry(scene, held)).picture(),
        ]
        for picture in pictures { #expect(!picture.contains("123.75") && picture.contains("•••"), "\(picture)") }
    }
}
