import Shared
import TerminalKit
import Testing

@testable import TerminalClient

/// The screens of a user's alerts and holdings.
@MainActor
struct UserPictureTests {
    /// Four alerts: one has fired, one is armed, one waits, and one is about a move.
    private func alerts() throws -> UserTable {
        let alerts = try [
            (">67000", 1, "take some off"), ("<60000", 1, ""), (">10", 1027, "true already"), ("-5% 2h", 74, ""),
        ]
        .enumerated().map { place, alert in
            Alert(
                id: AlertID(rawValue: UInt64(place + 1)),
                coin: CoinID(alert.1),
                condition: try AlertCondition(typed: alert.0),
                repeats: place == 3,
                note: alert.2
            )
        }
        var table = UserTable.setting({ _ in .add(alerts[0]) }, { _ in .add(alerts[1]) })
        table.change { _ in .add(alerts[2]) }
        table.change { _ in .add(alerts[3]) }
        let (price, time) = (try ExactDecimal(parsing: "67001.5"), MarketTime(seconds: 1_700_000_000))
        let event = AlertEvent(number: table.version + 1, of: alerts[0], price: price, source: "Huobi", time: time)
        let states = [alerts[1], alerts[3]].map {
            AlertState(alert: $0.id, arming: $0.arming, phase: .armed, since: time).update
        }
        let fired = AlertState(alert: alerts[0].id, arming: alerts[0].arming, phase: .resting(at: price), since: time)
        try table.apply(Mutation(states + [fired.update, event.put]), within: RecordRules(), by: .server)
        return table
    }

    private func holdings() -> UserTable {
        let bought: [(UInt64, UInt32, Int64, Int64)] = [(1, 1, 5, 30_000), (2, 1027, 2, 4_000), (3, 74, 10_000, 2_500)]
        return .setting { _ in
            .put(
                bought.map { id, coin, amount, total in
                    Transaction(
                        TransactionID(rawValue: id),
                        .bought,
                        BigDecimal("\(amount)") ?? .zero,
                        of: CoinID(coin),
                        money: .total(BigDecimal("\(total)") ?? .zero),
                        at: MarketTime(seconds: 1_600_000_000)
                    )
                }
            )
        }
    }

    @Test(arguments: Picture.sizes)
    func alerts(width: Int, height: Int) throws {
        let scene = Scene(user: try alerts())
        let view = AlertsView(viewModel: AlertsViewModel(session: scene.link.session, tabs: scene.tabs))
        view.press("j")
        try Picture.expect(view, (width, height), is: "alerts")
    }

    @Test(arguments: Picture.sizes)
    func anAlertThatIsTyped(width: Int, height: Int) throws {
        let scene = Scene(user: try alerts())
        let model = AlertsViewModel(session: scene.link.session, tabs: scene.tabs)
        model.alertRequested(for: CoinID(1))
        let view = AlertsView(viewModel: model)
        view.press(.control("u"), "<", "6", "x", Key(.enter))
        try Picture.expect(view, (width, height), is: "alerts-typing")
    }

    @Test(arguments: Picture.sizes)
    func holdings(width: Int, height: Int) throws {
        let scene = Scene(user: holdings())
        let view = HoldingsView(viewModel: HoldingsViewModel(session: scene.link.session, tabs: scene.tabs))
        view.press("j")
        try Picture.expect(view, (width, height), is: "holdings")
    }

    @Test(arguments: Picture.sizes)
    func transactions(width: Int, height: Int) throws {
        let scene = Scene(user: holdings())
        scene.link.user.mutate { table in
            var sale = table.transactions[0]
            (sale.kind, sale.note, sale.account) = (.sold, "half of it", "exchange")
            sale.fee = Transaction.Fee(BigDecimal("12.5") ?? .zero, isInCoin: false)
            return .put([Transaction(copying: sale, as: 9)])
        }
        let model = TransactionsViewModel(coin: CoinID(1), session: scene.link.session, tabs: scene.tabs)
        try Picture.expect(TransactionsView(viewModel: model), (width, height), is: "transactions")
    }

    @Test(arguments: Picture.sizes)
    func aTransactionThatIsTyped(width: Int, height: Int) throws {
        let scene = Scene(user: holdings())
        let model = TransactionEntryViewModel(
            coin: CoinID(1),
            changing: scene.link.user.table.transactions[0],
            session: scene.link.session,
            tabs: scene.tabs
        )
        let view = TransactionEntryView(viewModel: model)
        view.press("x", Key(.enter))
        try Picture.expect(view, (width, height), is: "transaction")
    }

    @Test func holdingsWithHiddenAmounts() throws {
        let scene = Scene(user: holdings())
        let view = HoldingsView(viewModel: HoldingsViewModel(session: scene.link.session, tabs: scene.tabs))
        view.press("x")
        try Picture.expect(view, (80, 24), is: "holdings-hidden")
    }

    /// This includes screens that say what is wrong with a typed text.
    @Test func noSizeIsTooSmall() throws {
        let (watching, holding) = (Scene(user: try alerts()), Scene(user: holdings()))
        let (session, tabs) = (holding.link.session, holding.tabs)
        let watched = AlertsViewModel(session: watching.link.session, tabs: watching.tabs)
        let typed = AlertsViewModel(session: watching.link.session, tabs: watching.tabs)
        typed.alertRequested(for: CoinID(1))
        let entry = TransactionEntryViewModel(coin: CoinID(1), changing: nil, session: session, tabs: tabs)
        let lists = ListEditing(session: session, tabs: tabs).picker("Lists", verb: "show") { _ in false }
        let views: [any View] = [
            AlertsView(viewModel: watched), AlertsView(viewModel: typed),
            HoldingsView(viewModel: HoldingsViewModel(session: session, tabs: tabs)),
            TransactionsView(viewModel: TransactionsViewModel(coin: CoinID(1), session: session, tabs: tabs)),
            TransactionEntryView(viewModel: entry), PickerView(viewModel: lists, background: holding.pricesView),
        ]
        for view in views {
            view.drawSmall()
            view.press(Key(.down), Key(.pageDown), Key(.end), "x", Key(.enter), size: Size(width: 1, height: 1))
            view.drawSmall()
        }
        #expect(typed.entry?.problem != nil && entry.problem != nil)
    }
}

extension Transaction {
    fileprivate init(copying other: Transaction, as id: UInt64) {
        self.init(
            TransactionID(rawValue: id),
            other.kind,
            BigDecimal("2.5") ?? .zero,
            of: other.coin,
            money: .price(BigDecimal("61000") ?? .zero),
            fee: other.fee,
            at: other.time.adding(seconds: 86_400 * 30),
            account: other.account,
            note: other.note
        )
    }
}
