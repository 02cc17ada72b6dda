import Shared
import Testing

@testable import PushServer

struct PostPlacesTests {
    private let slow = "https://slow.example"
    private let well = "https://well.example"

    private func way(_ number: Int, _ origin: String?) -> WaitingWay {
        let id = WaitingWay.ID(account: AccountID(rawValue: Int64(number)), delivery: DeliveryID(rawValue: 1))
        return WaitingWay(id: id, origin: origin)
    }

    @Test func anOriginHasItsShareAndLeavesTheRestToOthers() {
        var places = PostPlaces()
        for _ in 0..<PostPlaces.originMax { places.take(slow) }
        #expect(places.room(for: slow) == 0)
        #expect(places.room(for: well) == PostPlaces.originMax)
        #expect(!places.areTaken)
        places.giveBack(slow)
        #expect(places.room(for: slow) == 1)
    }

    @Test func allOriginsTogetherHaveNoMorePlacesThanThereAre() {
        var places = PostPlaces(max: 5, originMax: 4)
        for _ in 0..<4 { places.take(slow) }
        #expect(places.room(for: well) == 1)
        places.take(well)
        #expect(places.room(for: well) == 0)
        #expect(places.areTaken)
        places.giveBack(slow)
        #expect(places.room(for: well) == 1)
        #expect(!places.areTaken)
    }

    @Test func waysOfAFullOriginAreLeftOutAndTheOthersKeepTheirOrder() {
        var places = PostPlaces()
        for _ in 0..<PostPlaces.originMax { places.take(slow) }
        let ways = [way(1, slow), way(2, well), way(3, nil), way(4, slow), way(5, well)]
        #expect(places.choice(of: ways) == [ways[1], ways[2], ways[4]], "posts of a removed way need no place")
    }

    @Test func manyWaysOfOneOriginHideNoOtherOrigin() {
        let ways = (0..<100).map { way($0, slow) } + [way(100, well)]
        #expect(PostPlaces().choice(of: ways) == Array(ways.prefix(PostPlaces.waysMax)) + [ways[100]])
    }
}
