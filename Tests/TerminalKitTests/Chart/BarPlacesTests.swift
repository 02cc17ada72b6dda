import Testing

@testable import TerminalKit

struct BarPlacesTests {
    @Test func theLastBarIsAtTheRight() {
        let places = BarPlaces(width: 10, pitch: 4, count: 2)
        #expect(places.bodyWidth == 3)
        #expect((0..<2).map(places.start) == [2, 6])
        #expect((0..<2).map(places.middle) == [3, 7])
    }

    @Test(arguments: [(1, 1), (2, 1), (3, 1), (4, 3), (5, 3), (6, 5)])
    func bodiesHaveAMiddle(pitch: Int, body: Int) {
        #expect(BarPlaces(width: 20, pitch: pitch, count: 1).bodyWidth == body)
    }

    @Test func everyColumnBelongsToABar() {
        let places = BarPlaces(width: 10, pitch: 4, count: 2)
        #expect((0..<10).map { places.index(at: $0) } == [0, 0, 0, 0, 0, 0, 1, 1, 1, 1])
        #expect(BarPlaces(width: 10, pitch: 4, count: 0).index(at: 3) == nil)
    }
}
