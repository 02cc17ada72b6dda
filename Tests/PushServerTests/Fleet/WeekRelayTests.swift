import Shared
import Testing

@testable import PushServer

/// The weeks for which a following node asks the one that it follows.
struct WeekRelayTests {
    /// As many coins as the followed node answers for.
    private let most = UInt32(NodeLimits.weeks)

    private func show(_ coins: ClosedRange<UInt32>, by connection: UInt64 = 1, in relay: inout WeekRelay) {
        let request = WeekRequest(coins.map { CoinID($0) })
        relay.received(.shown(request, by: ConnectionID(rawValue: connection)) { _, _ in })
    }

    @Test func theCoinsOfMostConnectionsAreAskedForFirst() throws {
        var relay = WeekRelay()
        let last = most + 1
        show(1...last, by: 1, in: &relay)
        show(last...last, by: 2, in: &relay)
        let coins = try #require(relay.takeRequest()?.coins)
        #expect(coins.first == CoinID(last) && coins.count == NodeLimits.weeks)
        #expect(!coins.contains(CoinID(most)))
        #expect(relay.takeRequest() == nil)
    }

    @Test func aCoinThatDidNotFitIsAskedForOnceThereIsRoom() throws {
        var relay = WeekRelay()
        let last = most + 1
        show(1...last, in: &relay)
        let before = try #require(relay.takeRequest()?.coins)
        #expect(!before.contains(CoinID(last)))
        show(2...last, in: &relay)
        let after = try #require(relay.takeRequest()?.coins)
        #expect(after.contains(CoinID(last)))
    }

    /// It was not asked for, so nothing changes for the followed node.
    @Test func aCoinThatDidNotFitGoesWithoutARequest() throws {
        var relay = WeekRelay()
        show(1...most + 1, in: &relay)
        let asked = try #require(relay.takeRequest()?.coins)
        #expect(asked.count == NodeLimits.weeks)
        show(1...most, in: &relay)
        #expect(relay.takeRequest() == nil)
    }

    @Test func allAreAskedForAgainOnANewConnection() {
        var relay = WeekRelay()
        show(1...2, in: &relay)
        #expect(relay.takeRequest() == WeekRequest([CoinID(1), CoinID(2)]))
        relay.connected()
        #expect(relay.takeRequest() == WeekRequest([CoinID(1), CoinID(2)]))
    }
}
