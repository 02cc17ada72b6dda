import Shared
import Testing

@testable import PushServer

struct PostPlacesTests {
    private let slow = "https://slow.example"
    private let well = "https://well.example"
    private let now = MarketTime(seconds: 9)

    private func route(_ origin: String, of account: Int64 = 1) -> PostRoute {
        PostRoute(account: AccountID(rawValue: account), origin: origin)
    }

    private func way(_ number: Int, _ origin: String?) -> WaitingWay {
        let id = WaitingWay.ID(account: AccountID(rawValue: Int64(number)), delivery: DeliveryID(rawValue: 1))
        return WaitingWay(id: id, origin: origin)
    }

    @Test func anOriginHasItsShareAndLeavesTheRestToOthers() {
        var places = PostPlaces()
        for _ in 0..<PostPlaces.originMax { places.take(route(slow), at: now) }
        #expect(places.room(for: route(slow), at: now) == 0)
        #expect(places.room(for: route(well), at: now) == PostPlaces.originMax)
        #expect(!places.areTaken)
        places.giveBack(slow)
        #expect(places.room(for: route(slow), at: now) == 1)
    }

    @Test func allOriginsTogetherHaveNoMorePlacesThanThereAre() {
        var places = PostPlaces(max: 5, originMax: 4)
        for _ in 0..<4 { places.take(route(slow), at: now) }
        #expect(places.room(for: route(well), at: now) == 1)
        places.take(route(well), at: now)
        #expect(places.room(for: route(well), at: now) == 0)
        #expect(places.areTaken)
        places.giveBack(slow)
        #expect(places.room(for: route(well), at: now) == 1)
        #expect(!places.areTaken)
    }

    @Test func waysOfAFullOriginAreLeftOutAndTheOthersKeepTheirOrder() {
        var places = PostPlaces()
        for _ in 0..<PostPlaces.originMax { places.take(route(slow), at: now) }
        let ways = [way(1, slow), way(2, well), way(3, nil), way(4, slow), way(5, well)]
        let choice = places.choice(of: ways, at: now)
        #expect(choice == [ways[1], ways[2], ways[4]], "posts of a removed way need no place")
    }

    @Test func manyWaysOfOneOriginHideNoOtherOrigin() {
        let ways = (0..<100).map { way($0, slow) } + [way(100, well)]
        #expect(PostPlaces().choice(of: ways, at: now) == Array(ways.prefix(PostPlaces.waysMax)) + [ways[100]])
    }

    @Test func aUserWhoHasSentManyWaitsAndNobodyElseDoes() {
        var places = PostPlaces()
        for _ in 0..<PostPace.burst {
            places.take(route(slow), at: now)
            places.giveBack(slow)
        }
        #expect(places.room(for: route(slow), at: now) == 0)
        let ways = [way(1, slow), way(2, slow), way(1, well)]
        #expect(places.choice(of: ways, at: now) == [ways[1], ways[2]])
        #expect(places.pausing(among: ways, at: now) == [ways[0]])
    }
}
