import Testing

@testable import Shared

struct AlertRecordTests {
    private func number(_ text: String) throws -> ExactDecimal { try ExactDecimal(parsing: text) }

    private func alert(_ condition: AlertCondition, note: String = "") -> Alert {
        let coin = condition.isAboutCoin ? CoinID(1) : .holdings
        return Alert(id: AlertID(rawValue: 7), coin: coin, condition: condition, note: note)
    }

    @Test func anAlertIsReadBackUnchanged() throws {
        let conditions: [AlertCondition] = [
            .priceAbove(try number("0.00000123")), .priceBelow(try number("98765.4321")),
            .move(percent: try number("-7.5"), minutes: 90), .dayChange(try number("12")),
            .holdings(.value, limit: try number("1000"), isRise: false),
            .holdings(.profit, limit: try number("-1000"), isRise: true),
        ]
        for condition in conditions {
            var written = alert(condition, note: "größer")
            (written.repeats, written.arming) = (true, 9)
            if condition.isInMoney { written.currency = "EUR" }
            let table = try UserTable.made(by: .add(written))
            #expect(table.alerts == [written])
        }
    }

    @Test func refusalsHaveTheRightArticle() {
        let words = "An alert can have at most 768 bytes; this one has 900."
        #expect(MutationRefusal.tooLarge("alert", bytes: 900, limit: 768).description == words)
        #expect(MutationRefusal.notWritten("alert event").description == "Only the server writes an alert event.")
        #expect(MutationRefusal.tooLarge("list", bytes: 9, limit: 8).description.hasPrefix("A list can have"))
    }

    @Test func anInvalidConditionIsRefusedWithAReason() throws {
        let refused: [(AlertCondition, String)] = [
            (.priceAbove(.zero), "This alert has the price 0; use one above 0."),
            (
                .move(percent: try number("5"), minutes: 4),
                "This alert has a time of 4 min; use 5 min to 24 h."
            ),
            (
                .dayChange(try number("-100")),
                "This alert has -100 percent; use 0.1 to 1000 for a rise, or -99.9 to -0.1 for a fall."
            ),
        ]
        for (condition, words) in refused {
            var table = UserTable()
            do throws(MutationRefusal) {
                try table.apply(.add(alert(condition)), within: .test)
                Issue.record("\(condition) was taken")
            } catch {
                #expect(error.description == words)
            }
        }
    }

    @Test func anAlertNamesACoinOrIsAboutAllHoldingsAndOnlyMoneyHasACurrency() throws {
        let one = try number("1")
        let (price, total) = (AlertCondition.priceAbove(one), AlertCondition.holdings(.value, limit: one, isRise: true))
        let refused: [(AlertCondition, UInt32, String, String)] = [
            (price, 0, "USD", "This alert has no coin."),
            (total, 1, "USD", "This alert has a coin, but a condition on all holdings."),
            (
                .holdings(.value, limit: .zero, isRise: true), 0, "USD",
                "This alert has the value 0; use one above 0."
            ),
            (.dayChange(one), 1, "EUR", "This alert has a currency, but no amount of money."),
            (price, 1, "euro", "This alert has the currency 'euro', which is not a code such as EUR."),
        ]
        for (condition, coin, currency, words) in refused {
            let alert = Alert(id: AlertID(rawValue: 7), coin: CoinID(coin), condition: condition, currency: currency)
            var table = UserTable()
            do throws(MutationRefusal) {
                try table.apply(.add(alert), within: .test)
                Issue.record("\(alert) was taken")
            } catch {
                #expect(error.description == words)
            }
        }
    }

    @Test func aNoteMayHave140Characters() throws {
        let one = alert(.priceAbove(try number("1")), note: String(repeating: "é", count: 140))
        _ = try UserTable.made(by: .add(one))
        let long = alert(.priceAbove(try number("1")), note: String(repeating: "é", count: 141))
        #expect(throws: MutationRefusal.self) { try UserTable.made(by: .add(long)) }
        #expect(throws: MutationRefusal.self) { try UserTable.made(by: .add(alert(one.condition, note: "a\u{1B}[2J"))) }
    }

    @Test func onlyTheServerWritesStatesAndEventsAndAUserMayDismissThem() throws {
        let alert = alert(.priceAbove(try number("1")), note: "👩\u{200D}👧")
        var table = try UserTable.made(by: .add(alert))
        let state = AlertState(alert: alert.id, arming: 1, phase: .armed, since: MarketTime(seconds: 1))
        let event = AlertEvent(
            number: 3,
            of: alert,
            price: try number("2"),
            source: "Huobi",
            time: MarketTime(seconds: 2),
            whileDown: true
        )
        let written = Mutation([state.update, event.put])
        #expect(throws: MutationRefusal.notWritten("alert state")) { try table.apply(written, within: .test) }
        try table.apply(written, within: .test, by: .server)
        #expect(table.state(of: alert) == state && table.alertEvents == [event])
        try table.apply(.dismiss([event]), within: .test)
        #expect(table.alertEvents.isEmpty)
    }

    @Test func theStateIsRemovedAndRestoredWithItsAlert() throws {
        let alert = alert(.priceAbove(try number("1")))
        var table = try UserTable.made(by: .add(alert))
        let state = AlertState(alert: alert.id, arming: 1, phase: .armed, since: MarketTime(seconds: 1))
        try table.apply(Mutation([state.update]), within: .test, by: .server)
        var history = MutationHistory()
        let held = try #require(table[alert.key])
        history.append(try table.apply(.remove([alert.id]), within: .test), of: 1)
        #expect(table.isEmpty)
        let hash = Record.hash(of: held.value, at: held.key)
        let undo = Mutation([Change(held.key, .restore(held: .version(held.version, hash: hash)))], undoes: 1)
        try table.apply(undo, within: .test, after: history)
        #expect(table.alerts == [alert] && table.state(of: alert) == state)
    }

    @Test func anUndoOfAnAddTakesAwayWhatTheServerHasNoted() throws {
        let alert = alert(.priceAbove(try number("1")))
        var (table, history) = (UserTable(), MutationHistory())
        history.append(try table.apply(.add(alert), within: .test, after: history), of: 1)
        let state = AlertState(alert: alert.id, arming: 1, phase: .armed, since: MarketTime(seconds: 1))
        try table.apply(Mutation([state.update]), within: .test, by: .server)
        let undo = Mutation([Change(alert.key, .restore(held: .nothing))], undoes: 1)
        try table.apply(undo, within: .test, after: history)
        #expect(table.alerts.isEmpty && table.state(of: alert) == nil)
    }

    @Test func aStateOfAnEarlierArmingDoesNotCount() throws {
        var alert = alert(.priceAbove(try number("1")))
        var table = try UserTable.made(by: .add(alert))
        let state = AlertState(alert: alert.id, arming: 1, phase: .armed, since: MarketTime(seconds: 1))
        try table.apply(Mutation([state.update]), within: .test, by: .server)
        try table.apply(.arm(alert.id, of: table, arming: 2), within: .test)
        alert.arming = 2
        #expect(table.alerts == [alert] && table.state(of: alert) == nil)
    }

    @Test func aSecondActiveAlertWithTheSameConditionIsRefusedWithAReason() throws {
        let (one, condition) = (alert(.priceAbove(try number("1"))), AlertCondition.priceAbove(try number("1.0")))
        var table = try UserTable.made(by: .add(one))
        let twin = Alert(id: AlertID(rawValue: 8), coin: CoinID(1), condition: condition, note: "again")
        #expect(throws: MutationRefusal.repeatsAnother("alert")) { try table.apply(.add(twin), within: .test) }
        #expect(
            MutationRefusal.repeatsAnother("alert").description
                == "You already have this alert; change or remove that one."
        )
        var other = twin
        other.coin = CoinID(2)
        try table.apply(.add(other), within: .test)
        other.coin = CoinID(1)
        #expect(throws: MutationRefusal.repeatsAnother("alert")) {
            try table.apply(.change(to: other, of: table), within: .test)
        }
    }

    @Test func alertsOnAllHoldingsAreInEightCurrenciesAtMost() throws {
        let condition = AlertCondition.holdings(.value, limit: try number("500"), isRise: true)
        var alerts: [Alert] = []
        for code in ["USD", "EUR", "GBP", "CHF", "JPY", "SEK", "NOK", "DKK", "PLN"] {
            let id = AlertID(rawValue: UInt64(alerts.count + 1))
            alerts.append(Alert(id: id, coin: .holdings, condition: condition, currency: code))
        }
        var table = UserTable()
        for alert in alerts.prefix(8) { try table.apply(.add(alert), within: .test) }
        let refusal = MutationRefusal.tooMany("currencies of alerts on all holdings", limit: 8)
        #expect(throws: refusal) { try table.apply(.add(alerts[8]), within: .test) }
        let merge = TableMerge(of: try UserTable.made(by: .add(alerts[8])), into: table, within: .test)
        #expect(merge.refusals == [refusal] && merge.isEmpty)
        let above = AlertCondition.priceAbove(try number("1"))
        let onCoin = Alert(id: AlertID(rawValue: 30), coin: CoinID(1), condition: above, currency: "CZK")
        try table.apply(.add(onCoin), within: .test)
        var moved = alerts[7]
        moved.currency = "PLN"
        try table.apply(.change(to: moved, of: table), within: .test)
        #expect(table.alert(moved.id)?.currency == "PLN", "the eighth currency may become another one")
    }

    @Test func anAlertThatHasFiredForGoodMayBeAddedAgainAndThenNotArmedAgain() throws {
        let one = alert(.priceAbove(try number("1")))
        var table = try UserTable.made(by: .add(one))
        let phase = AlertState.Phase.resting(at: try number("1"))
        let state = AlertState(alert: one.id, arming: 1, phase: phase, since: MarketTime(seconds: 1))
        try table.apply(Mutation([state.update]), within: .test, by: .server)
        try table.apply(.add(Alert(id: AlertID(rawValue: 8), coin: one.coin, condition: one.condition)), within: .test)
        #expect(throws: MutationRefusal.repeatsAnother("alert")) {
            try table.apply(.arm(one.id, of: table), within: .test)
        }
        var noted = one
        noted.note = "sell"
        try table.apply(.change(to: noted, of: table), within: .test)
        #expect(table.alert(one.id)?.note == "sell", "a note starts nothing")
    }

    /// Screens do not show the letters that make a flag that of Scotland, and a record is not written from what is shown.
    @Test func aNoteKeepsItsInvisibleCharactersUntilTheUserChangesIt() throws {
        let flag = "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}"
        let one = alert(.priceAbove(try number("1")), note: flag)
        var table = try UserTable.made(by: .add(one))
        var changed = try #require(table.alert(one.id))
        #expect(changed.note != flag)
        changed.condition = .priceAbove(try number("2"))
        try table.apply(.change(to: changed, of: table, arming: 2), within: .test)
        try table.apply(.arm(one.id, of: table, arming: 3), within: .test)
        (changed.note, changed.arming) = (flag, 3)
        #expect(table[one.key]?.value == changed.value)
        changed.note = "sell"
        try table.apply(.change(to: changed, of: table), within: .test)
        #expect(table.alert(one.id)?.note == "sell")
    }

    @Test func aUserMayHave200Alerts() throws {
        var table = UserTable()
        for number in 1...200 {
            try table.apply(
                .add(
                    Alert(
                        id: AlertID(rawValue: UInt64(number)),
                        coin: CoinID(1),
                        condition: .priceAbove(try self.number("\(number)"))
                    )
                ),
                within: .test
            )
        }
        let more = Alert(id: AlertID(rawValue: 201), coin: CoinID(1), condition: .priceAbove(try self.number("201")))
        #expect(throws: MutationRefusal.tooMany("alerts", limit: 200)) { try table.apply(.add(more), within: .test) }
    }
}
