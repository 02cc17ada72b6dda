import Shared
import TestSupport
import Testing

@testable import PushServer

/// How a connection handles requests for weeks.
struct WeekConnectionTests {
    private let coins = [CoinID(1), CoinID(7)]
    private let hour = MarketHour(481_644)

    @Test func aRequestGoesToTheHubAndItsAnswerToTheClient() {
        var connection = TestConnection.open()
        #expect(connection.received(.weekRequest(WeekRequest(coins, step: 12))) == ["show weeks [1, 7]"])
        let answer = Delivery.weeks(coins.map { CoinWeek($0) }, open: hour)
        #expect(connection.delivered(answer) == ["weeks [1, 7]"])
    }

    @Test func aRequestWithTooManyCoinsIsCut() {
        var connection = TestConnection.open()
        let many = (1...200).map { CoinID($0) }
        #expect(connection.received(.weekRequest(WeekRequest(many))) == ["show weeks \(Array(1...128))"])
    }

    @Test func aClientThatShowsNoWeeksGetsNone() {
        var connection = TestConnection.open()
        #expect(connection.received(.weekRequest(WeekRequest([]))) == [])
        _ = connection.received(.weekRequest(WeekRequest(coins)))
        #expect(connection.received(.weekRequest(WeekRequest([]))) == ["show weeks []"])
        #expect(connection.received(.weekRequest(WeekRequest([]))) == [])
    }

    @Test func weeksThatComeWhileTheClientDoesNotReadAreRequestedAgain() {
        var connection = TestConnection.open()
        _ = connection.received(.weekRequest(WeekRequest(coins)))
        _ = connection.writable(false)
        #expect(connection.delivered(.weeks([CoinWeek(coins[0])], open: hour)) == [])
        #expect(connection.writable(true) == ["reading true", "show weeks []", "show weeks [1, 7]"])
        _ = connection.writable(false)
        #expect(connection.writable(true) == ["reading true"])
    }

    @Test func theHubLearnsWhenTheConnectionEnds() {
        var connection = TestConnection.open()
        _ = connection.received(.weekRequest(WeekRequest(coins)))
        let words = connection.happens { $0.ended(into: &$1) }
        #expect(words.contains("show weeks []"))
        var other = TestConnection.open()
        let otherWords = other.happens { $0.ended(into: &$1) }
        #expect(!otherWords.contains("show weeks []"))
    }
}
