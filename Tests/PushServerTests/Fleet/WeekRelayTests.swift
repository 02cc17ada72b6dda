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
        let coins = try #require(relay.takeRequest(isListed: { _ in true })?.coins)
        #expect(coins.first == CoinID(last) && coins.count == NodeLimits.weeks)
        #expect(!coins.contains(CoinID(most)))
        #expect(relay.takeRequest(isListed: { _ in true }) == nil)
    }

    /// A terminal may name numbers that no coin has, even on several connections.
    @Test func coinsThatNobodyListsTakeNoPlacesOfOthers() throws {
        var relay = WeekRelay()
        for connection in 1...2 as ClosedRange<UInt64> { show(1...most, by: connection, in: &relay) }
        let coin = CoinID(most + 1)
        show(most + 1...most + 1, by: 3, in: &relay)
        let coins = try #require(relay.takeRequest(isListed: { $0 == coin })?.coins)
        #expect(coins.first == coin && coins.count == NodeLimits.weeks)
    }

    @Test func coinsThatAreListedLaterGetTheirPlaces() throws {
        var relay = WeekRelay()
        show(1...most + 1, in: &relay)
        let coin = CoinID(most + 1)
        let before = try #require(relay.takeRequest(isListed: { _ in false })?.coins)
        #expect(!before.contains(coin))
        relay.marketReplaced()
        let after = try #require(relay.takeRequest(isListed: { $0 == coin })?.coins)
        #expect(after.contains(coin))
    }

    @Test func aCoinThatDidNotFitIsAskedForOnceThereIsRoom() throws {
        var relay = WeekRelay()
        let last = most + 1
        show(1...last, in: &relay)
        let before = try #require(relay.takeRequest(isListed: { _ in true })?.coins)
        #expect(!before.contains(CoinID(last)))
        show(2...last, in: &relay)
        let after = try #require(relay.takeRequest(isListed: { _ in true })?.coins)
        #expect(after.contains(CoinID(last)))
    }

    /// It was not asked for, so nothing changes for the followed node.
    @Test func aCoinThatDidNotFitGoesWithoutARequest() throws {
        var relay = WeekRelay()
        show(1...most + 1, in: &relay)
        let asked = try #require(relay.takeRequest(isListed: { _ in true })?.coins)
        #expect(asked.count == NodeLimits.weeks)
        show(1...most, in: &relay)
        #expect(relay.takeRequest(isListed: { _ in true }) == nil)
    }

    @Test func allAreAskedForAgainOnANewConnection() {
        var relay = WeekRelay()
        show(1...2, in: &relay)
        #expect(relay.takeRequest(isListed: { _ in true }) == WeekRequest([CoinID(1), CoinID(2)]))
        relay.connected()
        #expect(relay.takeRequest(isListed: { _ in true }) == WeekRequest([CoinID(1), CoinID(2)]))
    }
}
