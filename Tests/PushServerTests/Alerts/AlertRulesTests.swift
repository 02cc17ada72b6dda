import Shared
import Testing

@testable import PushServer

/// Each sentence of the rules for alerts.
struct AlertRulesTests {
    private let above = Alert.test(.priceAbove(100))

    // MARK: Arming

    @Test func anAlertIsArmedOnceTwoPollsHaveSeenItsConditionFalse() throws {
        var stage = AlertStage()
        try stage.change { _ in .add(above) }
        stage.poll(90)
        #expect(stage.state(above) == nil)
        stage.poll(90)
        #expect(stage.state(above) == .armed)
    }

    @Test func anAlertThatIsTrueFromTheBeginningIsNotArmedAndDoesNotFire() throws {
        var stage = AlertStage()
        try stage.change { _ in .add(above) }
        stage.poll(110, times: 5)
        #expect(stage.state(above) == nil && stage.events().isEmpty)
    }

    @Test func aSinglePrintOnTheOtherSideArmsNothing() throws {
        var stage = AlertStage()
        try stage.change { _ in .add(above) }
        for price in [110, 90, 110, 90, 110, 110] as [ExactDecimal] { stage.poll(price) }
        #expect(stage.state(above) == nil && stage.events().isEmpty)
    }

    @Test func anAlertWhoseArmingTheStoreHasRejectedIsNotArmed() throws {
        var stage = AlertStage()
        try stage.change { _ in .add(above) }
        stage.isRejecting = true
        stage.poll(90, times: 2)
        stage.isRejecting = false
        stage.poll(110, times: 3)
        #expect(stage.notes.count == 1, "only the arming was tried")
    }

    // MARK: Firing

    @Test func anArmedAlertFiresOnceAtTheSecondPollWithPriceAndSource() throws {
        var stage = try AlertStage.armed(above)
        stage.poll(101)
        #expect(stage.events().isEmpty)
        stage.poll(102)
        let event = try #require(stage.events().first)
        #expect(event.alert == above.id && event.coin == above.coin && event.condition == above.condition)
        #expect(event.price == 102 && event.source == "Huobi" && event.time == stage.now)
        #expect(event.note == "look" && !event.whileDown)
        #expect(stage.state(above) == .resting(at: 102))
        for price in [90, 90, 110, 110, 80, 80, 120, 120] as [ExactDecimal] { stage.poll(price) }
        #expect(stage.events().count == 1, "it rests until the user arms it anew")
    }

    @Test func thePriceItselfMeetsTheCondition() throws {
        var stage = try AlertStage.armed(above)
        stage.poll(100, times: 2)
        #expect(stage.events().count == 1)
        var below = try AlertStage.armed(.test(.priceBelow(80)))
        below.poll(80, times: 2)
        #expect(below.events().count == 1)
    }

    @Test func aSinglePrintThatTheNextPollRevertsFiresNothing() throws {
        var stage = try AlertStage.armed(above)
        for price in [101, 99, 101, 99, 500, 99] as [ExactDecimal] { stage.poll(price) }
        #expect(stage.events().isEmpty)
    }

    @Test func aCoinWhoseSecondPollBringsNoChangeFiresAtThatPoll() throws {
        var stage = try AlertStage.armed(above)
        stage.poll(101)
        stage.poll(101)
        #expect(stage.events().map(\.price) == [101])
    }

    @Test func aPollWithoutTheCoinsPriceIsNoSecondPoll() throws {
        var stage = try AlertStage.armed(above)
        stage.poll(101)
        stage.poll([:])
        stage.poll(101)
        #expect(stage.events().isEmpty)
        stage.poll(101)
        #expect(stage.events().count == 1)
    }

    @Test func aStalePriceFiresNothing() throws {
        var stage = try AlertStage.armed(above)
        stage.show(120, of: AlertStage.huobi)
        for _ in 0..<10 { stage.poll([:]) }
        #expect(stage.events().isEmpty)
    }

    // MARK: Changes of source

    @Test func aFailoverBetweenTheTwoPollsNeedsTwoPollsOfTheNewSource() throws {
        var stage = try AlertStage.armed(above)
        stage.poll(101)
        stage.poll(101, by: AlertStage.binance)
        #expect(stage.events().isEmpty)
        stage.poll(101, by: AlertStage.binance)
        #expect(stage.events().map(\.source) == ["Binance"])
    }

    @Test func aSourceThatComesBackBetweenTheTwoPollsStartsOver() throws {
        var stage = try AlertStage.armed(above)
        stage.poll(101)
        stage.show(99, of: AlertStage.binance)
        stage.poll(101)
        #expect(stage.events().isEmpty)
        stage.poll(101)
        #expect(stage.events().count == 1)
    }

    @Test func aPollOfASourceThatIsNotShownChangesNothing() throws {
        var stage = AlertStage()
        try stage.change { _ in .add(above) }
        stage.show(90, of: AlertStage.binance)
        stage.poll([:])
        stage.poll([:])
        #expect(stage.state(above) == nil)
    }

    // MARK: Repeating

    @Test func anAlertThatRepeatsRestsUntilThePriceWasOnePercentBelowAndFiveMinutesHavePassed() throws {
        let alert = Alert.test(.priceAbove(100), repeats: true)
        var stage = try AlertStage.armed(alert)
        stage.poll(101, times: 2)
        #expect(stage.events().count == 1)
        stage.poll(99.5, times: 400)
        stage.pass(.seconds(1))
        stage.poll(101, times: 2)
        #expect(stage.events().count == 1, "half a percent is too little")
        stage.poll(99, times: 2)
        #expect(stage.state(alert) == .armed)
        stage.poll(101, times: 2)
        #expect(stage.events().count == 2)
    }

    @Test func aCrossingWithinFiveMinutesIsIgnored() throws {
        let alert = Alert.test(.priceAbove(100), repeats: true)
        var stage = try AlertStage.armed(alert)
        stage.poll(101, times: 2)
        stage.poll(98, times: 2)
        stage.poll(102, times: 2)
        stage.pass(.seconds(400))
        stage.poll(102, times: 3)
        #expect(stage.events().count == 1)
        stage.poll(99.9, times: 2)
        #expect(stage.state(alert) == .armed, "it has been on the other side, and is false now")
        stage.poll(100, times: 2)
        #expect(stage.events().count == 2)
    }

    // MARK: The server was down

    @Test func aCrossingWhileTheServerWasDownFiresOnceTwoPollsAgreeAndSaysSo() throws {
        var stage = try AlertStage.armed(above)
        stage.restart()
        stage.poll(101)
        #expect(stage.events().isEmpty)
        stage.poll(101)
        #expect(stage.events().map(\.whileDown) == [true])
        stage.restart()
        stage.poll(101, times: 3)
        #expect(stage.events().count == 1)
    }

    @Test func aCrossingThatEndedBeforeTheServerWasUpDoesNotFire() throws {
        var stage = try AlertStage.armed(above)
        stage.restart()
        stage.poll(95, times: 3)
        #expect(stage.events().isEmpty)
        stage.poll(101, times: 2)
        #expect(stage.events().map(\.whileDown) == [false], "this one the server has seen")
    }

    @Test func anAlertThatWasNotArmedIsNotArmedByARestart() throws {
        var stage = AlertStage()
        try stage.change { _ in .add(above) }
        stage.poll(90)
        stage.restart()
        stage.poll(101, times: 3)
        #expect(stage.events().isEmpty)
    }

    @Test func aRepeatingAlertKeepsRestingAfterARestart() throws {
        let alert = Alert.test(.priceBelow(100), repeats: true)
        var stage = try AlertStage.armed(alert, at: 110)
        stage.poll(99, times: 2)
        stage.restart()
        stage.poll(99, times: 3)
        #expect(stage.events().count == 1)
        stage.pass(.seconds(301))
        stage.poll(101, times: 2)
        stage.poll(99, times: 2)
        #expect(stage.events().count == 2)
    }

    // MARK: The store

    @Test func aFiringThatCannotBeStoredIsStoredLaterUnchanged() throws {
        var stage = try AlertStage.armed(above)
        stage.failStoring(true)
        stage.poll(101, times: 2)
        stage.poll(90, times: 2)
        #expect(stage.events().isEmpty)
        stage.failStoring(false)
        stage.pass(.seconds(1))
        #expect(stage.events().map(\.price) == [101])
    }

    @Test func alertsThatAreReadAgainAreHeldOnceAndForgetNoFiring() throws {
        var stage = try AlertStage.armed(above)
        stage.failStoring(true)
        stage.poll(101, times: 2)
        stage.poll(90, times: 2)
        stage.readAgain()
        #expect(stage.rules.count == 1)
        stage.failStoring(false)
        stage.pass(.seconds(1))
        #expect(stage.events().map(\.price) == [101])
    }

    @Test func theNewestHundredEventsAreKept() throws {
        var stage = AlertStage()
        let alerts = try (1...120).map { number in
            Alert.test(.priceAbove(try ExactDecimal(parsing: "100.\(1000 + number)")), id: UInt64(number))
        }
        try stage.change { _ in Mutation(alerts.flatMap { Mutation.add($0).changes }) }
        stage.poll(90, times: 2)
        stage.poll(101, times: 2)
        let events = stage.events()
        #expect(events.count == AlertEvent.keptMax)
        #expect(events.map(\.number) == events.map(\.number).sorted())
        #expect(alerts.allSatisfy { stage.state($0) == .resting(at: 101) })
    }

    @Test func eventsOfALaterVersionMakeRoomAsWell() throws {
        let stage = try AlertStage.armed(above)
        var table = try #require(stage.tables[AlertStage.ada])
        let events = (1...AlertEvent.keptMax).map { number in
            let event = AlertEvent(number: UInt64(number), of: above, price: 1, source: "", time: stage.now)
            // This version cannot read the value.
            return Record(key: event.key, value: [], version: 1)
        }
        table = UserTable(version: 200, records: table.records + events)
        let change = AlertChange(alert: above.id, arming: 1, step: .fired(.test(at: stage.now)))
        let mutation = try #require(Mutation(noting: change, in: table))
        try table.apply(mutation, within: RecordRules(), by: .server)
        #expect(table.alertEvents.count == 1 && table.records(of: .alertEvent).count == AlertEvent.keptMax)
    }

    @Test func aTableAtItsLimitStillTakesTheEvent() throws {
        var stage = AlertStage()
        try stage.change { _ in .add(above) }
        let room = RecordRules().tableRecords - RecordKind.alertState.recordsMax - AlertEvent.keptMax
        var table = try #require(stage.tables[AlertStage.ada])
        // The user has more than the limit, because the operator has lowered it.
        let orderKey = try #require(OrderKey.between(nil, nil))
        let crowd = (1...room).map { number in
            let item = ListItem(list: .favorites, coin: CoinID(UInt32(number)), orderKey: orderKey)
            return Record(key: item.key, value: item.value, version: 1)
        }
        table = UserTable(version: 1, records: table.records + crowd)
        let change = AlertChange(alert: above.id, arming: 1, step: .armed(stage.now))
        for step in [change.step, .fired(.test(at: stage.now))] {
            let mutation = try #require(
                Mutation(noting: AlertChange(alert: above.id, arming: 1, step: step), in: table)
            )
            try table.apply(mutation, within: RecordRules(), by: .server)
        }
        #expect(table.alertEvents.count == 1)
    }
}
