import Shared
import Testing

struct PartitionTests {
    @Test func findsTheFirstElementFromWhichTheConditionHolds() {
        for count in 0..<20 {
            let numbers = Array(0..<count)
            for first in 0...count { #expect(numbers.partitioningIndex { $0 >= first } == first) }
        }
    }

    @Test func indicesOfASliceAreThoseOfItsBase() {
        let slice = [9, 9, 1, 2, 2, 4, 0][2..<6]
        #expect(slice.partitioningIndex { $0 >= 2 } == 3)
        #expect(slice.partitioningIndex { $0 >= 5 } == slice.endIndex)
        #expect(slice.partitioningIndex { _ in true } == slice.startIndex)
    }

    @Test func asksOnlyForAFewElements() {
        var asked = 0
        let place = Array(0..<1000).partitioningIndex {
            asked += 1
            return $0 >= 700
        }
        #expect(place == 700)
        #expect(asked <= 10)
    }
}
