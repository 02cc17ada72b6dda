import Shared
import Testing

@testable import PushServer

/// Conditions other than a price.
struct AlertConditionTests {
    @Test func theChangeOf24HoursFiresInItsDirection() throws {
        var stage = AlertStage()
        let (rise, fall) = (Alert.test(.dayChange(5), id: 1), Alert.test(.dayChange(-5), id: 2))
        try stage.change { _ in Mutation(Mutation.add(rise).changes + Mutation.add(fall).changes) }
        for change in [0, 0, 499, 499, 500, 501] {
            stage.poll([AlertStage.coin: 1], dayChanges: [AlertStage.coin: change])
        }
        #expect(stage.events().map(\.alert) == [rise.id])
        for change in [-499, -499, -600, -600] {
            stage.poll([AlertStage.coin: 1], dayChanges: [AlertStage.coin: change])
        }
        #expect(stage.events().map(\.alert) == [rise.id, fall.id])
    }

    @Test func aMoveIsFalseOnlyOnceItsWholeWindowIsKnown() throws {
        let alert = Alert.test(.move(percent: 5, minutes: 5))
        var stage = AlertStage()
        try stage.change { _ in .add(alert) }
        stage.poll(100, times: 3, after: .seconds(60))
        #expect(stage.state(alert) == nil, "what was before is not known")
        stage.poll(100, times: 4, after: .seconds(60))
        #expect(stage.state(alert) == .armed)
        stage.poll(104.9, times: 2, after: .seconds(30))
        #expect(stage.events().isEmpty)
        stage.poll(105, times: 2, after: .seconds(30))
        #expect(stage.events().count == 1)
    }

    @Test func aSlowMoveDoesNotCountAndAFallIsMeasuredFromTheHighest() throws {
        let alert = Alert.test(.move(percent: -5, minutes: 5))
        var stage = AlertStage()
        try stage.change { _ in .add(alert) }
        stage.poll(100, times: 8, after: .seconds(60))
        for step in 1...20 { stage.poll(try ExactDecimal(parsing: "\(100 - step)"), times: 2, after: .seconds(60)) }
        #expect(stage.events().isEmpty)
        stage.poll(75, times: 2, after: .seconds(10))
        #expect(stage.events().map(\.price) == [75])
    }

    @Test func aSinglePrintIsNotTheLowestPriceOfAMove() throws {
        let alert = Alert.test(.move(percent: 5, minutes: 5))
        var stage = AlertStage()
        try stage.change { _ in .add(alert) }
        stage.poll(100, times: 8, after: .seconds(60))
        #expect(stage.state(alert) == .armed)
        stage.poll(90)
        stage.poll(100, times: 5)
        #expect(stage.events().isEmpty, "the next poll has reverted the print")
        stage.poll(90, times: 2)
        stage.poll(100, times: 2)
        #expect(stage.events().count == 1)
    }

    // MARK: Minutes from candles

    @Test func candlesFillTheMinutesBeforeTheStart() throws {
        let alert = Alert.test(.move(percent: 5, minutes: 60))
        var stage = AlertStage()
        try stage.change { _ in .add(alert) }
        stage.poll(100, times: 2)
        #expect(stage.state(alert) == nil && stage.lackingMinutes == [AlertStage.coin])
        stage.fill((0...61).map { ($0, 100, 100) })
        #expect(stage.lackingMinutes.isEmpty)
        stage.poll(100, times: 2)
        #expect(stage.state(alert) == .armed)
        stage.poll(105, times: 2)
        #expect(stage.events().map(\.whileDown) == [false])
    }

    @Test func aMoveAfterTheMinutesAreKnownFires() throws {
        let alert = Alert.test(.move(percent: 5, minutes: 60))
        var stage = try AlertStage.armedByMinutes(alert)
        stage.restart()
        stage.poll(100, times: 2)
        stage.fill((0...61).map { ($0, 100, 100) })
        stage.poll(100, times: 2)
        stage.poll(105, times: 2)
        #expect(stage.events().map(\.whileDown) == [false])
    }

    @Test func aRiseSinceAPriceThatOnlyCandlesKnowCounts() throws {
        let alert = Alert.test(.move(percent: 5, minutes: 60))
        var stage = try AlertStage.armedByMinutes(alert)
        stage.restart()
        stage.poll(100, times: 2)
        #expect(stage.events().isEmpty, "what was before the start is not known")
        stage.fill((0...61).map { ($0, $0 > 30 ? 95 : 100, 100) })
        stage.poll(100, times: 2)
        #expect(stage.events().map(\.whileDown) == [true])
    }

    @Test func minutesWithoutTradesKeepTheirPriceAndEarlierOnesAreUnknown() throws {
        let alert = Alert.test(.move(percent: 5, minutes: 60))
        var stage = AlertStage()
        try stage.change { _ in .add(alert) }
        stage.poll(100, times: 2)
        stage.fill([(40, 100, 100)])
        stage.poll(100, times: 2)
        #expect(stage.state(alert) == nil && stage.lackingMinutes == [AlertStage.coin])
        stage.fill([(70, 100, 100), (40, 100, 100)])
        stage.poll(100, times: 2)
        #expect(stage.state(alert) == .armed)
    }

    @Test func candlesOfAnotherSourceAreIgnored() throws {
        let alert = Alert.test(.move(percent: 5, minutes: 60))
        var stage = AlertStage()
        try stage.change { _ in .add(alert) }
        stage.poll(100, times: 2)
        stage.fill((0...61).map { ($0, 100, 100) }, of: "Binance")
        stage.poll(100, times: 2)
        #expect(stage.state(alert) == nil)
        stage.poll(100, by: AlertStage.binance, times: 2)
        #expect(stage.lackingMinutes == [AlertStage.coin], "each source has its own minutes")
    }
}
