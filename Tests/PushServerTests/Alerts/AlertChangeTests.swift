import Shared
import Testing

@testable import PushServer

/// Alerts that users change, arm again and remove.
struct AlertChangeTests {
    private let above = Alert.test(.priceAbove(100))

    @Test func anAlertThatIsArmedAgainWaitsUntilItIsFalseAndFiresAgain() throws {
        var stage = try AlertStage.armed(above)
        stage.poll(101, times: 2)
        try stage.change { .arm(above.id, of: $0) }
        stage.poll(101, times: 5)
        #expect(stage.events().count == 1 && stage.state(above) == nil)
        stage.poll(99, times: 2)
        stage.poll(101, times: 2)
        #expect(stage.events().count == 2)
    }

    @Test func aChangedAlertStartsOver() throws {
        var stage = try AlertStage.armed(above)
        try stage.change { .change(to: .test(.priceAbove(85)), of: $0) }
        stage.poll(90, times: 3)
        #expect(stage.events().isEmpty, "at 90 it was never seen to be false")
        stage.poll(80, times: 2)
        stage.poll(86, times: 2)
        #expect(stage.events().map(\.condition) == [.priceAbove(85)])
    }

    @Test func anAlertThatTwoTerminalsChangeAtOnceStartsOverWithEachChange() throws {
        var stage = try AlertStage.armed(above)
        let held = try #require(stage.tables[AlertStage.ada])
        let (one, other) = (Alert.test(.priceAbove(95)), Alert.test(.priceAbove(85)))
        let (first, second) = (Mutation.change(to: one, of: held), Mutation.change(to: other, of: held))
        try stage.change { _ in first }
        stage.poll(90, times: 2)
        #expect(stage.state(one) == .armed)
        try stage.change { _ in second }
        stage.poll(90, times: 3)
        #expect(stage.events().isEmpty, "at 90 the other's condition was never seen to be false")
    }

    @Test func aChangeAfterAnUndoStartsOver() throws {
        var stage = try AlertStage.armed(above)
        try stage.change { .change(to: .test(.priceAbove(95)), of: $0) }
        stage.poll(90, times: 2)
        // An undo restores the alert with its old arming number.
        try stage.change { _ in Mutation([Change(above.key, .put(above.value))]) }
        stage.poll(101, times: 2)
        try stage.change { .change(to: .test(.priceAbove(85)), of: $0) }
        stage.poll(101, times: 3)
        #expect(stage.events().isEmpty, "at 101 no condition was seen to be false since the change before")
    }

    @Test func coinsWithoutAlertsLeaveNothingBehind() throws {
        var stage = try AlertStage.armed(above)
        for number in 2...500 as ClosedRange<UInt32> {
            let other = Alert.test(.move(percent: 5, minutes: 5), id: UInt64(number), coin: CoinID(number))
            try stage.change { _ in .add(other) }
            try stage.change { _ in .remove([other.id]) }
        }
        #expect(stage.rules.coinCount == 1)
        stage.poll(101, times: 2)
        #expect(stage.events().count == 1)
    }

    @Test func samplesStayWhenAMoveIsChanged() throws {
        let alert = Alert.test(.move(percent: 5, minutes: 5))
        var stage = AlertStage()
        try stage.change { _ in .add(alert) }
        stage.poll(100, times: 7, after: .seconds(60))
        let changed = Alert.test(.move(percent: 6, minutes: 5))
        try stage.change { .change(to: changed, of: $0) }
        stage.poll(100, times: 2)
        #expect(stage.state(changed) == .armed)
    }

    @Test func aChangedNoteLeavesAnAlertArmed() throws {
        var stage = try AlertStage.armed(above)
        var noted = above
        noted.note = "sell"
        try stage.change { .change(to: noted, of: $0) }
        stage.poll(101, times: 2)
        #expect(stage.events().map(\.note) == ["sell"])
    }

    @Test func anAlertThatIsRemovedBetweenTheTwoPollsDoesNotFire() throws {
        var stage = try AlertStage.armed(above)
        stage.poll(101)
        try stage.change { _ in .remove([above.id]) }
        stage.poll(101)
        #expect(stage.events().isEmpty && stage.rules.count == 0)
        #expect(stage.tables[AlertStage.ada]?.records(of: .alertState).isEmpty == true, "the state goes with its alert")
    }
}
