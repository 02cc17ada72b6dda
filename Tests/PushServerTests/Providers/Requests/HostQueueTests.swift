import Testing

@testable import PushServer

struct HostQueueTests {
    private var queue = HostQueue<Int>(runningMax: 2, waitingMax: 2)

    private mutating func add(_ item: Int, host: String = "a", isSpare: Bool = false) -> HostQueue<Int>.Verdict {
        queue.add(item, host: host, isSpare: isSpare)
    }

    private mutating func finished(isSpare: Bool = false) -> Int? { queue.finished(host: "a", isSpare: isSpare) }

    @Test mutating func startsUpToTheLimitThenLetsWaitThenRefuses() {
        #expect((1...5).map { add($0) } == [.start, .start, .wait, .wait, .refuse])
    }

    @Test mutating func countsEveryHostByItself() {
        _ = (1...3).map { add($0) }
        #expect(add(4, host: "b") == .start)
    }

    @Test mutating func theFirstToWaitIsTheFirstToStart() {
        _ = (1...4).map { add($0) }
        #expect(finished() == 3)
        #expect(finished() == 4)
        #expect(finished() == nil)
        #expect(add(5) == .start)
    }

    @Test mutating func aRemovedItemNoLongerWaits() {
        _ = (1...4).map { add($0) }
        #expect(queue.remove { $0 == 3 } == 3)
        #expect(queue.remove { $0 == 3 } == nil)
        #expect(finished() == 4)
    }

    @Test mutating func isEmptyOnceEmptied() {
        _ = (1...4).map { add($0) }
        #expect(queue.removeAllWaiting() == [3, 4])
        #expect(finished() == nil)
    }

    // MARK: Spare items

    @Test mutating func aSharedItemFindsAFreePlace() {
        #expect((1...4).map { add($0, isSpare: true) } == [.start, .wait, .wait, .refuse])
        #expect(add(5) == .start)
        #expect(finished() == nil, "the place stays free")
        #expect(finished(isSpare: true) == 2)
    }

    @Test mutating func spareItemsNeverDisplaceSharedOnes() {
        _ = (1...9).map { add($0, isSpare: true) }
        #expect((11...14).map { add($0) } == [.start, .wait, .wait, .refuse])
    }

    @Test mutating func sharedItemsRunFirst() {
        _ = add(1)
        _ = add(2, isSpare: true)
        #expect(add(3, isSpare: true) == .wait)
        #expect(add(4) == .wait)
        #expect(finished(isSpare: true) == 4)
        #expect(finished() == 3)
        #expect(finished() == nil)
        #expect(finished(isSpare: true) == nil)
    }

    @Test mutating func aSinglePlaceServesBoth() {
        queue = HostQueue(runningMax: 1, waitingMax: 2)
        #expect(add(1, isSpare: true) == .start)
        #expect(add(2, isSpare: true) == .wait)
        #expect(add(3) == .wait)
        #expect(finished(isSpare: true) == 3)
        #expect(finished() == 2)
    }

    @Test mutating func anItemCanBeRemovedFromEitherQueue() {
        _ = (1...2).map { add($0) }
        #expect(add(3, isSpare: true) == .wait)
        #expect(add(4) == .wait)
        #expect(queue.remove { $0 == 3 } == 3)
        #expect(queue.removeAllWaiting() == [4])
    }
}
