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
        #expect(scene.tabs.status.notice == "saved: bought 0.5 BTC (z: undo)")
        scene.tabs.amountsToggled()
        #expect(scene.tabs.status.notice == nil, "amounts are hidden now")
    }

    /// Once, a form that changes a transaction began in the kind, and the typed amount became a kind.
    @Test func eachFormBeginsInTheAmount() {
        let scene = Scene()
        #expect(entry(scene, nil).focus == .amount && entry(scene, purchase()).focus == .amount)
    }

    @Test func theKindIsChosenAndNotTyped() {
        let scene = Scene()
        let model = entry(scene, nil)
        let view = TransactionEntryView(viewModel: model)
        view.press(Key(.up))
        #expect(view.picture().contains("Kind        ● bought  ○ sold  ○ moved"))
        let keys: [(Key, Transaction.Kind)] = [
            (Key(.right), .sold), (" ", .moved), (Key(.right), .bought), (Key(.left), .moved), ("s", .sold),
            ("0", .sold), (Key(.backspace), .sold), ("B", .bought),
        ]
        for (key, kind) in keys {
            view.press(key)
            #expect(model.kind == kind, "\(key)")
        }
        #expect(view.picture(20, 10).contains("Kind     bought"), "there is no room for all")
    }

    /// Once, `transfer` chose *sold* by its `s`.
    @Test func aWordThatIsNoKindChoosesNone() {
        let scene = Scene()
        let model = entry(scene, nil)
        let view = TransactionEntryView(viewModel: model)
        model.fieldClicked(.kind)
        let words: [(String, Transaction.Kind)] = [
            ("transfer", .bought), ("sell", .sold), ("deposit", .sold), ("moved", .moved), ("bought", .bought),
        ]
        for (word, kind) in words {
            type(word, into: view)
            #expect(model.kind == kind, "\(word)")
        }
        view.press("x", Key(.tab), Key(.up), "s")
        #expect(model.kind == .sold, "the word ended when the focus moved")
    }

    private let day = CivilDate(year: 2020, month: 9, day: 13)

    /// A purchase in euros on a Sunday of 2020, and the number of the request for its rate.
    private func purchaseInEuros(_ scene: Scene) throws -> (TransactionEntryViewModel, TransactionEntryView, UInt32) {
        let model = entry(scene, nil)
        let view = TransactionEntryView(viewModel: model)
        for (field, text) in [(TransactionForm.Field.amount, "2"), (.total, "100"), (.currency, "EUR")] {
            model.fieldClicked(field)
            type(text, into: view)
        }
        model.fieldClicked(.time)
        type("2020-09-13", into: view)
        view.press(Key(.enter))
        #expect(scene.link.user.table.transactions.isEmpty)
        #expect(view.picture().contains("asking the server for the rate of EUR on 2020-09-13"))
        view.press(Key(.enter))
        return (model, view, 1)
    }

    private func until(_ condition: () -> Bool) async { while !condition() { await Task.yield() } }

    private func requests(_ scene: Scene) -> [DayRatesRequest] {
        scene.link.asked.compactMap { if case .dayRatesRequest(_, let request) = $0 { request } else { nil } }
    }

    @Test func theRateOfADayIsRequestedAndTheTransactionKept() async throws {
        let scene = Scene()
        let (model, _, number) = try purchaseInEuros(scene)
        async let _ = model.appeared()
        await until { !requests(scene).isEmpty }
        let friday = CivilDate(year: 2020, month: 9, day: 11)
        let rate = try #require(BigDecimal("1.18"))
        scene.link.rates.receive(number, .success(DayRates(source: "bank", days: [.init(friday, dollars: rate)])))
        await until { !scene.link.user.table.transactions.isEmpty }
        #expect(scene.link.user.table.transactions.first?.dollarRate == rate)
        #expect(requests(scene) == [DayRatesRequest("EUR", from: day, through: day)], "asked once")
    }

    @Test func theUserIsAskedForAnUnknownRateAndLateAnswersKeepNothing() async throws {
        let scene = Scene()
        let (model, view, number) = try purchaseInEuros(scene)
        async let _ = model.appeared()
        await until { !requests(scene).isEmpty }
        scene.link.rates.receive(number, .failure(AnswerProblem(message: "bank did not answer in time.")))
        await until { model.problem != nil }
        #expect(model.focus == .rate)
        #expect(
            model.problem
                == "The rate of EUR on 2020-09-13 is not known (bank did not answer in time); give it with Rate, in dollars for one EUR."
        )
        view.press(Key(.enter))
        await until { requests(scene).count == 2 }
        type("1.2", into: view)
        scene.link.rates.receive(number + 1, .success(DayRates(source: "bank", days: [])))
        await until { model.advice.hasPrefix("one unit") }
        #expect(scene.link.user.table.transactions.isEmpty, "the form has changed since")
        view.press(Key(.enter))
        #expect(scene.link.user.table.transactions.first?.dollarRate == BigDecimal("1.2"))
    }

    @Test func withoutAConnectionTheUserIsAskedForTheRate() async throws {
        let scene = Scene()
        scene.link.loseConnection()
        let (model, _, _) = try purchaseInEuros(scene)
        async let _ = model.appeared()
        await until { model.problem != nil }
        #expect(model.problem?.contains("(There is no connection to the server); give it with Rate") == true)
    }

    /// Once, a currency that was corrected kept the rate of the former one.
    @Test func anotherCurrencyTakesTheServersRateInsteadOfTheFormerOne() async throws {
        var held = purchase()
        (held.currency, held.dollarRate) = ("EUR", BigDecimal("1.18"))
        let scene = Scene(user: .setting { _ in .put([held]) })
        let model = entry(scene, held)
        let view = TransactionEntryView(viewModel: model)
        async let _ = model.appeared()
        model.fieldClicked(.currency)
        view.press(Key(.backspace))
        #expect(model.entry(of: .rate).isEmpty)
        view.press("R")
        #expect(model.entry(of: .rate).text == "1.18", "the currency is the former one again")
        type("JPY", into: view)
        view.press(Key(.enter))
        #expect(view.picture().contains("asking the server for the rate of JPY on 2020-09-13"))
        await until { !requests(scene).isEmpty }
        let rate = try #require(BigDecimal("0.0094"))
        scene.link.rates.receive(1, .success(DayRates(source: "bank", days: [.init(day, dollars: rate)])))
        await until { scene.link.user.table.transactions != [held] }
        let changed = scene.link.user.table.transaction(held.id)
        #expect(changed?.currency == "JPY" && changed?.dollarRate == rate && changed?.money == held.money)
    }

    @Test func aRateThatWasTypedStaysWhenTheCurrencyIsCorrected() {
        var held = purchase()
        (held.currency, held.dollarRate) = ("EUR", BigDecimal("1.18"))
        let scene = Scene(user: .setting { _ in .put([held]) })
        let model = entry(scene, held)
        let view = TransactionEntryView(viewModel: model)
        model.fieldClicked(.rate)
        type("1.3", into: view)
        model.fieldClicked(.currency)
        type("GBP", into: view)
        view.press(Key(.enter))
        #expect(scene.link.user.table.transaction(held.id)?.dollarRate == BigDecimal("1.3"))
    }

    @Test func eachFieldKeepsItsCursor() {
        let scene = Scene()
        let model = entry(scene, purchase())
        let view = TransactionEntryView(viewModel: model)
        model.fieldClicked(.price)
        view.press(Key(.home), "1", Key(.down), "7")
        #expect(model.entry(of: .price).text == "150" && model.entry(of: .total).text == "7")
        view.press(Key(.up), "2")
        #expect(model.entry(of: .price).text == "1250")
    }

    @Test func aTransactionIsChangedAndUndoTakesTheChangeBack() throws {
        let held = purchase()
        let scene = Scene(user: .setting { _ in .put([held]) })
        let list = TransactionsViewModel(coin: bitcoin, session: scene.link.session, tabs: scene.tabs)
        #expect(TransactionsView(viewModel: list).picture().contains("2020-09-13  bought"))
        let model = entry(scene, held)
        let view = TransactionEntryView(viewModel: model)
        type("3", into: view)
        view.press(Key(.enter))
        #expect(scene.link.user.table.transaction(held.id)?.amount.plainText == "3")
        TransactionsView(viewModel: list).press("z")
        #expect(scene.link.user.table.transactions == [held])
        TransactionsView(viewModel: list).press("d")
        #expect(scene.link.user.table.transactions.isEmpty && scene.tabs.status.notice?.contains("removed") == true)
        #expect(TransactionsView(viewModel: list).picture().contains("You have no transactions of BTC."))
    }

    @Test func aFaultIsShownAndNoInputIsLost() {
        let scene = Scene()
        let model = entry(scene, nil)
        let view = TransactionEntryView(viewModel: model)
        type("many", into: view)
        view.press(Key(.tab), "5", Key(.enter))
        #expect(model.focus == .amount && model.entry(of: .amount).text == "many")
        #expect(view.picture().contains("Amount 'many' is not a number"))
        #expect(scene.link.user.table.transactions.isEmpty)
    }

    /// Once, the form closed, and what was typed was lost.
    @Test func aTransactionThatTheServerWouldRefuseStaysInTheForm() {
        let held = purchase()
        let server = UserServer(.setting { _ in .put([held]) })
        server.rules.limit(.transaction, toRecords: 1)
        let scene = Scene(user: server.table)
        _ = scene.link.user.connected(server.welcome(scene.link.user.clientID), send: { _ in })
        let model = entry(scene, nil)
        let view = TransactionEntryView(viewModel: model)
        type("0.5", into: view)
        view.press(Key(.tab), "5", Key(.enter))
        #expect(model.problem == "You can have at most 1 transactions; remove one first.")
        #expect(model.entry(of: .amount).text == "0.5" && scene.link.user.problem == nil)
        scene.link.user.mutate { _ in .remove([held.id]) }
        view.press(Key(.enter))
        #expect(scene.link.user.table.transactions.map(\.amount.plainText) == ["0.5"])
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
        type("7", into: view)
        view.press(Key(.enter))
        #expect(scene.link.user.table.transactions.isEmpty && model.entry(of: .amount).text == "7")
        #expect(view.picture().contains("Another terminal has removed this transaction"))
        view.press(Key(.enter))
        #expect(scene.link.user.table.transactions.map(\.amount.plainText) == ["7"])
    }

    /// Once, the field was hidden while the user typed into it, and the fault repeated what it held.
    @Test func whatIsBeingTypedIsShownWhileAmountsAreHidden() {
        let scene = Scene(user: .setting { _ in .put([purchase()]) })
        scene.tabs.amountsToggled()
        let model = entry(scene, nil)
        let view = TransactionEntryView(viewModel: model)
        model.fieldClicked(.kind)
        type("sold", into: view)
        model.fieldClicked(.amount)
        type("7.25", into: view)
        #expect(view.picture().contains("Amount      7.25"))
        view.press(Key(.tab), "1", Key(.enter))
        let picture = view.picture()
        #expect(picture.contains("Amount      •••") && !picture.contains("7.25") && !picture.contains("5.25"))
        #expect(model.problem?.hasPrefix("••• more than you held then") == true)
        view.press(Key(.up))
        #expect(view.picture().contains("Amount      7.25"))
    }

    @Test func aHiddenAmountIsTypedAnew() {
        let held = purchase(1, "123.75")
        let scene = Scene(user: .setting { _ in .put([held]) })
        scene.tabs.amountsToggled()
        let model = entry(scene, held)
        let view = TransactionEntryView(viewModel: model)
        model.fieldClicked(.amount)
        view.press(Key(.left))
        #expect(view.picture().contains("Amount      •••"), "moving the cursor types nothing")
        view.press("4", Key(.enter))
        #expect(scene.link.user.table.transaction(held.id)?.amount.plainText == "4")
    }

    @Test func hiddenAmountsAreHiddenInTransactions() {
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
