import Observation
import Shared
import TerminalKit
import TestSupport
import Testing

@testable import TerminalClient

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct AlertsViewModelTests {
    private let bitcoin = CoinID(1)

    private func alert(_ text: String, id: UInt64 = 1) throws -> Alert {
        Alert(id: AlertID(rawValue: id), coin: bitcoin, condition: try AlertCondition(typed: text), note: "sell")
    }

    /// A table with an alert that has fired.
    private func fired() throws -> UserTable {
        let alert = try alert(">65000")
        var table = UserTable.setting { _ in .add(alert) }
        try table.apply(try fire(alert, in: table), within: RecordRules(), by: .server)
        return table
    }

    private func fire(_ alert: Alert, in table: UserTable) throws -> Mutation {
        let price = try ExactDecimal(parsing: "65001.5")
        let time = MarketTime(seconds: 1_700_000_000)
        let event = AlertEvent(number: table.version + 1, of: alert, price: price, source: "Huobi", time: time)
        let state = AlertState(alert: alert.id, arming: alert.arming, phase: .resting(at: price), since: time)
        return Mutation([state.update, event.put])
    }

    private func model(_ scene: Scene) -> AlertsViewModel {
        AlertsViewModel(session: scene.link.session, tabs: scene.tabs)
    }

    /// Once, the present price was filled in, and the alert fired within seconds.
    @Test func aNewAlertHasALimitFilledInThatIsNotMetYet() {
        let scene = Scene()
        let model = model(scene)
        model.alertRequested(for: bitcoin)
        #expect(model.entry?.text.text == ">68000" && model.entryTitle == "BTC, now 67,123.45")
        model.entryKept()
        #expect(scene.link.user.table.alerts.map(\.condition.typed) == [">68000"])
        let picture = AlertsView(viewModel: model).picture()
        #expect(picture.contains("at or above 68,000") && picture.contains("not armed yet"))
    }

    @Test func aNewAlertHasALimitInTheUsersCurrency() {
        let scene = Scene(user: .setting { _ in .set(Settings.currency, to: "EUR") })
        scene.link.rates.receive(.test)
        let model = model(scene)
        model.alertRequested(for: bitcoin)
        #expect(model.entry?.text.text == ">54400 EUR", "a euro is 1.25 dollars")
    }

    @Test func aTypedLimitKeepsItsCurrencyWhenPricesChangeTheirs() throws {
        let scene = Scene()
        let model = model(scene)
        model.alertRequested(for: bitcoin)
        scene.link.rates.receive(.test)
        scene.link.user.mutate { _ in .set(Settings.currency, to: "EUR") }
        #expect(model.entryTitle == "BTC, now 67,123.45")
        model.entryKept()
        let dollars = try #require(scene.link.user.table.alerts.first)
        #expect(dollars.condition.typed == ">68000" && dollars.currency == "USD")
    }

    @Test func aLimitThatIsBeingChangedKeepsItsCurrency() throws {
        var euros = try alert(">60000")
        euros.currency = "EUR"
        var table = UserTable.setting { [euros] _ in .add(euros) }
        table.change { _ in .set(Settings.currency, to: "EUR") }
        let scene = Scene(user: table)
        scene.link.rates.receive(.test)
        let model = model(scene)
        model.editRequested()
        #expect(model.entry?.text.text == ">60000 # sell")
        scene.link.user.mutate { _ in .set(Settings.currency, to: "USD") }
        #expect(model.entryTitle == "BTC, now 53,698.76 EUR", "the price and the limit are in one currency")
        model.entryKept()
        let kept = try #require(scene.link.user.table.alerts.first)
        #expect(kept.currency == "EUR" && kept.arming == euros.arming, "nothing has changed")
    }

    @Test(arguments: [
        (0.000_012_34, ">0.0000125"), (0.99, ">1"), (4.2, ">4.26"), (3456.789, ">3500"), (60_896.36, ">62000"),
        (99_999.5, ">101000"),
    ])
    func aProposedLimitIsRoundAndALittleAboveThePrice(price: Double, typed: String) {
        #expect(AlertCondition.proposed(above: price)?.typed == typed)
    }

    @Test func aNewAlertForACoinWithoutAPriceHasNoLimitFilledIn() {
        let model = model(Scene())
        model.alertRequested(for: CoinID(77))
        #expect(model.entry?.text.text == ">")
        #expect(AlertCondition.proposed(above: 0) == nil)
    }

    @Test func aNewAlertForAnyCoinBeginsInTheListAndReturnsToIt() async {
        let scene = Scene()
        let screen = ScriptedScreen([
            { $0.press("A") }, { $0.press("e", "t", "h", Key(.enter)) },
            { view in
                #expect(view.picture().contains("Alert for ETH"))
                view.press(Key(.escape), "A")
            },
            { $0.press(Key(.enter)) },
            { view in
                #expect(view.picture().contains("Alert for BTC"), "the largest coin comes first")
                view.press(Key(.enter), "q")
            },
        ])
        let flow = AlertsCoordinator(session: scene.link.session, tabs: scene.tabs, coin: nil, screen: screen)
        #expect(await flow.quits())
        #expect(screen.shown == ["AlertsView", "PickerView<CoinID>", "AlertsView", "PickerView<CoinID>", "AlertsView"])
        #expect(scene.link.user.table.alerts.map(\.coin) == [bitcoin])
    }

    @Test func aTypedConditionIsCheckedAndItsFaultShown() throws {
        let scene = Scene()
        let model = model(scene)
        let view = AlertsView(viewModel: model)
        model.alertRequested(for: bitcoin)
        view.press(.control("u"), "<", "x", Key(.enter))
        #expect(view.picture().contains("'<x' is not a condition"))
        #expect(model.entry?.text.text == "<x", "nothing is lost")
        view.press(Key(.backspace), "5", Key(.enter))
        #expect(model.entry == nil)
        #expect(scene.link.user.table.alerts.map(\.condition.typed) == ["<5"])
        view.press(Key(.enter), .control("u"), "+", "5", "%", "2", "h", Key(.enter))
        let changed = try #require(scene.link.user.table.alerts.first)
        #expect(changed.condition.typed == "+5% 2h" && changed.arming != 1)
    }

    @Test func aNoteIsTypedAfterTheConditionAndChanged() throws {
        let scene = Scene()
        let model = model(scene)
        let view = AlertsView(viewModel: model)
        model.alertRequested(for: bitcoin)
        view.press(.control("u"))
        for character in ">5 # sell" { view.press(Key(.character(character))) }
        view.press(Key(.enter))
        let made = try #require(scene.link.user.table.alerts.first)
        #expect(made.note == "sell" && made.condition.typed == ">5")
        view.press(Key(.enter))
        #expect(model.entry?.text.text == ">5 # sell")
        view.press("!", Key(.enter))
        let changed = try #require(scene.link.user.table.alerts.first)
        #expect(changed.note == "sell!" && changed.arming == made.arming, "another note leaves it armed")
    }

    @Test func aNoteGetsTheColumnsThatTheOtherTextsLeave() throws {
        let scene = Scene()
        let model = model(scene)
        let view = AlertsView(viewModel: model)
        model.alertRequested(for: bitcoin)
        view.press(.control("u"))
        for character in ">67000 # take some off today" { view.press(Key(.character(character))) }
        view.press(Key(.enter))
        #expect(view.picture().contains("take some off today"))
    }

    /// Once, the price of an alert that had fired was cut, or said no more than `at`, and so was what another one waits for.
    @Test(arguments: [(40, 10), (60, 20), (80, 24)])
    func onANarrowScreenWordsAreShortenedBeforeNumbers(width: Int, height: Int) throws {
        let (waiting, scene) = (try alert(">10", id: 2), Scene(user: try fired()))
        scene.link.user.mutate { _ in .add(waiting) }
        let picture = AlertsView(viewModel: model(scene)).picture(width, height)
        let rows = picture.split(separator: "\n").filter { $0.contains("BTC      ") }
        let fired = rows.first { $0.contains("65,000 ") && $0.contains("fired ") }
        #expect(fired?.contains(" at 65,001.50") == true, "\(picture)")
        #expect(rows.contains { $0.contains("10 ") && $0.contains("lower price") }, "\(picture)")
        #expect(picture.contains("State (UTC)") == fired?.contains("11-14 22:13"), "\(picture)")
    }

    @Test(arguments: [(60, 20), (80, 24)])
    func theWholeOfTheSelectedRowIsAboveColumnsThatCutIt(width: Int, height: Int) throws {
        var alert = try alert(">65000")
        alert.note = "take some off before the weekend"
        let view = AlertsView(viewModel: model(Scene(user: .setting { [alert] _ in .add(alert) })))
        let words = view.picture(width, height).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let whole = "BTC at or above 65,000: waits for a lower price # take some off before the weekend"
        #expect(words.contains(whole), "\(words)")
        #expect(!view.picture(140).contains("# take some off"), "nothing is cut")
    }

    @Test func oneKeyMarksAllThatHaveFiredAsSeen() throws {
        let scene = Scene(user: try .fired(7))
        let view = AlertsView(viewModel: model(scene))
        #expect(view.picture(140).contains("X all seen"))
        view.press("X")
        #expect(scene.link.user.alertEvents.isEmpty)
        #expect(scene.link.user.table.alerts.count == 1, "the alert itself stays")
        #expect(!view.picture(140).contains("X all seen"), "the key has nothing to do")
    }

    @Test func aLimitOfHiddenHoldingsIsTypedAgainToChangeIt() throws {
        let value = Alert(
            id: AlertID(rawValue: 1),
            coin: .holdings,
            condition: try AlertCondition(typed: "value>98765"),
            note: "rich"
        )
        let scene = Scene(user: .setting { _ in .add(value) })
        scene.tabs.amountsToggled()
        let model = model(scene)
        let view = AlertsView(viewModel: model)
        view.press(Key(.enter))
        #expect(model.entry?.text.text == "value>" && !view.picture().contains("98765"))
        #expect(view.picture().contains("Amounts are hidden, so type the limit again; Esc keeps the present one."))
        view.press(Key(.enter))
        #expect(model.entry != nil && scene.link.user.table.alerts == [value], "a limit is missing")
        view.press("5", Key(.enter))
        #expect(scene.link.user.table.alerts.map(\.condition.typed) == ["value>5"])
        scene.tabs.amountsToggled()
        view.press(Key(.enter))
        #expect(model.entry?.text.text == "value>5 # rich")
    }

    /// `nothing` has no price, and there is no rate of the euro.
    @Test func anAlertSaysWhichPriceOrRateItLacks() throws {
        var market = MarketTable.of(.few)
        var changes = MarketChanges()
        let nothing = Instrument(coin: CoinID(77), symbol: "NOTHING", name: "Nothing", kind: .coin)
        changes.instruments.append(nothing, row: market.count)
        _ = market.commit(changes, time: MarketTime(seconds: 1_700_000_001))
        let transactions = [CoinID(1), nothing.coin].enumerated().map { index, coin in
            Transaction(
                TransactionID(rawValue: UInt64(index + 1)),
                .bought,
                .one,
                of: coin,
                money: .price(.one),
                at: MarketTime(seconds: 1_600_000_000)
            )
        }
        var table = UserTable.setting { _ in .put(transactions) }
        let typed: [(coin: CoinID, text: String, currency: String)] = [
            (.holdings, "value>98765", "USD"), (nothing.coin, ">5", "USD"), (bitcoin, ">5", "EUR"),
            (bitcoin, "<5", "USD"),
        ]
        for (index, (coin, text, currency)) in typed.enumerated() {
            let id = AlertID(rawValue: UInt64(index + 1))
            let condition = try AlertCondition(typed: text)
            let alert = Alert(id: id, coin: coin, condition: condition, currency: currency)
            table.change { _ in .add(alert) }
        }
        let scene = Scene(user: table)
        scene.link.show(market)
        let states = Dictionary(uniqueKeysWithValues: model(scene).rows.map { ($0.condition, $0.state) })
        #expect(
            states == [
                "value at or above 98,765": "waits: no price of NOTHING", "at or above 5": "waits: no price",
                "at or above 5 EUR": "waits: no rate for EUR", "at or below 5": "not armed yet",
            ]
        )
        let holdings = HoldingsViewModel(session: scene.link.session, tabs: scene.tabs)
        holdings.refresh()
        #expect(holdings.content.warnings == ["The total leaves out coins without a price: NOTHING."])
    }

    @Test func whatTheServerWouldRefuseStaysInTheFieldWithTheReason() throws {
        let first = try alert(">65000")
        let scene = Scene(user: .setting { _ in .add(first) })
        let model = model(scene)
        let view = AlertsView(viewModel: model)
        model.alertRequested(for: bitcoin)
        view.press(.control("u"))
        for character in ">65000 # again" { view.press(Key(.character(character))) }
        view.press(Key(.enter))
        #expect(model.entry?.text.text == ">65000 # again")
        #expect(model.entry?.problem == "You already have this alert; change or remove that one.")
        #expect(scene.tabs.status.problem == nil, "it is said once")
        view.press(.control("u"), ">", "6", Key(.enter))
        #expect(model.entry == nil && scene.link.user.table.alerts.count == 2)
    }

    @Test func anAlertThatIsTrueAlreadySaysWhenItFires() throws {
        let rates = ExchangeRates(
            source: "bank",
            day: CivilDate(year: 2023, month: 11, day: 14),
            heard: MarketTime(seconds: 1_700_000_000),
            base: "EUR",
            rates: ["USD": try ExactDecimal(parsing: "1.1")]
        )
        let purchase = Transaction(
            TransactionID(rawValue: 1),
            .bought,
            .one,
            of: bitcoin,
            money: .price(.one),
            at: MarketTime(seconds: 1_600_000_000)
        )
        var table = UserTable.setting { _ in .put([purchase]) }
        for (index, typed) in [">1", ">900000", "<1", "value>5", "value<5", "profit>5"].enumerated() {
            let condition = try AlertCondition(typed: typed)
            let coin = condition.isAboutCoin ? bitcoin : .holdings
            let id = AlertID(rawValue: UInt64(index + 1))
            table.change { _ in .add(Alert(id: id, coin: coin, condition: condition, currency: "EUR")) }
        }
        let scene = Scene(user: table)
        scene.link.rates.receive(rates)
        let states = Dictionary(uniqueKeysWithValues: model(scene).rows.map { ($0.condition, $0.state) })
        let already = "waits for a lower price"
        #expect(
            states == [
                "at or above 1 EUR": already, "at or above 900,000 EUR": "not armed yet",
                "at or below 1 EUR": "not armed yet", "value at or above 5 EUR": "waits for a lower value",
                "value at or below 5 EUR": "not armed yet", "profit at or above 5 EUR": "waits for a lower profit",
            ]
        )
        let report = AlertListReport(table, in: scene.link.market.table, rates, currency: "USD").text
        #expect(report.contains("  \(already)") && report.contains(">1 EUR"), "\(report)")
        #expect(!report.contains("waiting"), "a state and its reason are one phrase")
    }

    @Test(arguments: [
        (">5", "fired; waits for a lower price"), ("<5", "fired; repeats later"),
        ("<900000", "fired; waits for a higher price"), (">900000", "fired; repeats later"),
        ("value<5", "fired; repeats later"), ("-5% 2h", "fired; repeats later"),
    ])
    func anAlertThatRepeatsSaysWhatItWaitsForAfterItHasFired(typed: String, words: String) throws {
        for (repeats, expected) in [(false, "has fired"), (true, words)] {
            var alert = try alert(typed)
            alert.repeats = repeats
            if !alert.condition.isAboutCoin { alert.coin = .holdings }
            var table = UserTable.setting { _ in .add(alert) }
            let time = MarketTime(seconds: 1_700_000_000)
            let state = AlertState(alert: alert.id, arming: alert.arming, phase: .resting(at: .zero), since: time)
            try table.apply(Mutation([state.update]), within: RecordRules(), by: .server)
            #expect(model(Scene(user: table)).rows.map(\.state) == [expected])
        }
    }

    @Test func anAlertThatHasFiredOffersOnlyToBeMarkedAsSeen() throws {
        let scene = Scene(user: try fired())
        let view = AlertsView(viewModel: model(scene))
        let hints = { view.picture().split(separator: "\n").last.map(String.init) ?? "" }
        for word in ["change", "arm", "repeat", "remove"] { #expect(!hints().contains(word), "\(hints())") }
        #expect(hints().contains("x seen"))
        #expect(view.helpPage.flatMap(\.entries).map(\.title).contains("mark it as seen"))
        view.press("x")
        #expect(scene.link.user.alertEvents.isEmpty)
        #expect(hints().contains("Enter change") && hints().contains("x remove"), "the alert itself is left")
    }

    @Test func undoTakesBackRemovingArmingAndRepeatingAlerts() throws {
        let alert = try alert(">65000")
        let scene = Scene(user: .setting { _ in .add(alert) })
        let model = model(scene)
        let view = AlertsView(viewModel: model)
        view.press("t", "a")
        let changed = try #require(scene.link.user.table.alert(alert.id))
        #expect(changed.repeats && changed.arming != 1)
        #expect(view.picture().contains("x remove"))
        view.press("x")
        #expect(!view.picture().contains("x remove"), "there is no row to remove")
        #expect(scene.link.user.table.alerts.isEmpty && view.picture().contains("You have no alerts."))
        view.press("z")
        #expect(scene.link.user.table.alerts == [changed])
    }

    @Test func anAlertThatAnotherTerminalRemovedMeanwhileStaysAwayUnlessEnterIsPressedAgain() throws {
        var alert = try alert(">65000")
        alert.repeats = true
        let scene = Scene(user: .setting { [alert] _ in .add(alert) })
        let model = model(scene)
        let view = AlertsView(viewModel: model)
        view.press(Key(.enter))
        scene.link.user.mutate { [alert] _ in .remove([alert.id]) }
        view.press("!", Key(.enter))
        #expect(scene.link.user.table.alerts.isEmpty)
        #expect(
            model.entry?.problem == "Another terminal has removed this alert; press Enter again to add it anew."
        )
        #expect(model.entry?.text.text == ">65000 # sell!", "nothing is lost")
        view.press(Key(.enter))
        let added = try #require(scene.link.user.table.alerts.first)
        #expect(added.condition == alert.condition && added.note == "sell!" && added.repeats)
        #expect(added.id != alert.id, "the server's notes about the removed alert do not hold for it")
    }

    @Test func theTitleOfATypedConditionHasThePriceAsTheListsShowIt() throws {
        let scene = Scene()
        let model = model(scene)
        model.alertRequested(for: bitcoin)
        let price = try #require(scene.link.market.table[0].priceText)
        #expect(price.count > 6, "the price has thousands")
        #expect(model.entryTitle == "BTC, now \(PriceText(price).full)")
    }

    @Test func aFiredAlertStaysAtTheBottomUntilItIsSeen() throws {
        let scene = Scene(user: try fired())
        let line = "BTC at or above 65,000, now 65,001.50 (Huobi): sell"
        #expect(scene.tabs.status.problem == line)
        #expect(scene.pricesView.picture().contains(line))
        scene.pricesView.press(Key(.escape))
        #expect(scene.tabs.status.problem == nil && scene.link.user.alertEvents.isEmpty)
    }

    @Test func aFiredAlertIsListedFirstAndDismissedByTheKeyThatRemoves() throws {
        let scene = Scene(user: try fired())
        let model = model(scene)
        #expect(model.rows.map(\.state) == ["fired 11-14 22:13 at 65,001.50", "has fired"])
        model.removeRequested()
        #expect(scene.link.user.alertEvents.isEmpty && scene.link.user.table.alerts.count == 1)
    }

    @Test func limitsOfAllHoldingsAreHiddenWithAmounts() throws {
        let value = Alert(id: AlertID(rawValue: 9), coin: .holdings, condition: try AlertCondition(typed: "value>9000"))
        var table = UserTable.setting { _ in .add(value) }
        try table.apply(try fire(value, in: table), within: RecordRules(), by: .server)
        let scene = Scene(user: table)
        let model = model(scene)
        #expect(model.rows.map(\.condition) == ["value at or above 9,000", "value at or above 9,000"])
        scene.tabs.amountsToggled()
        model.refresh()
        let shown = model.rows.map(\.condition) + model.rows.map(\.state) + [scene.tabs.status.problem ?? ""]
        #expect(shown.prefix(2) == ["value at or above •••", "value at or above •••"])
        #expect(!shown.contains { $0.contains("9000") || $0.contains("65001") }, "\(shown)")
    }

    @Test func rowsAreMadeWhenAFrameIsDueAndNotWhenTheyAreRead() throws {
        let alert = try alert(">65000")
        let scene = Scene(user: .setting { _ in .add(alert) })
        let model = model(scene)
        let view = AlertsView(viewModel: model)
        scene.link.user.mutate { _ in .remove([alert.id]) }
        #expect(model.rows.map(\.coin) == ["BTC"], "reading makes nothing")
        view.prepare(for: Size(width: 80, height: 24))
        #expect(model.rows.isEmpty)
    }

    @Test func watchingPrintsEachAlertThatFiresOnce() throws {
        let first = try fired()
        let second = try alert("<70000", id: 2)
        var table = first
        table.change { _ in .add(second) }
        try table.apply(try fire(second, in: table), within: RecordRules(), by: .server)
        let market = MarketTable.of(.few)
        var report = PushReport(asJSON: false, alertsOnly: true)
        let now = MarketTime(seconds: 1)
        #expect(report.lines(for: .userTable(first), in: market, of: first, ServerOffers(), at: now).isEmpty)
        let diff = ServerFrame.userDiff(try #require(table.diff(since: first.version)))
        let lines = report.lines(for: diff, in: market, of: table, ServerOffers(), at: now)
        #expect(lines == ["alert: BTC at or below 70,000 USD, now 65,001.50 USD (Huobi): sell"])
        #expect(report.lines(for: diff, in: market, of: table, ServerOffers(), at: now).isEmpty)
    }
}
