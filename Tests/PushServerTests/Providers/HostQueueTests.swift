import Testing

@testable import PushServer

struct HostQueueTests {
    private var queue = HostQueue<Int>(runningMax: 2, waitingMax: 2)

    @Test mutating func startsUpToTheLimitThenLetsWaitThenRefuses() {
        #expect((1...5).map { queue.add($0, host: "a") } == [.start, .start, .wait, .wait, .refuse])
    }

    @Test mutating func countsEveryHostByItself() {
        _ = (1...3).map { queue.add($0, host: "a") }
        #expect(queue.add(4, host: "b") == .start)
    }

    @Test mutating func theFirstToWaitIsTheFirstToStart() {
        _ = (1...4).map { queue.add($0, host: "a") }
        #expect(queue.finished(host: "a") == 3)
        #expect(queue.finished(host: "a") == 4)
        #expect(queue.finished(host: "a") == nil)
        #expect(queue.add(5, host: "a") == .start)
    }

    @Test mutating func whatIsTakenOutWaitsNoMore() {
        _ = (1...4).map { queue.add($0, host: "a") }
        #expect(queue.remove { $0 == 3 } == 3)
        #expect(queue.remove { $0 == 3 } == nil)
        #expect(queue.finished(host: "a") == 4)
    }

    @Test mutating func isEmptyOnceEmptied() {
        _ = (1...4).map { queue.add($0, host: "a") }
        #expect(queue.removeAllWaiting() == [3, 4])
        #expect(queue.finished(host: "a") == nil)
    }
}
