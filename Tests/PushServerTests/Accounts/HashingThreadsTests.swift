import Dispatch
import NIOConcurrencyHelpers
import Testing

@testable import PushServer

/// Only a few passwords are hashed at a time, however many users log in at once.
@Suite(.timeLimit(.minutes(5)))
struct HashingThreadsTests {
    private struct Count {
        var running = 0
        var most = 0

        mutating func began() {
            running += 1
            most = max(most, running)
        }
    }

    @Test func onlyTwoHashesRunAtATime() async throws {
        let threads = HashingThreads()
        let count = NIOLockedValueBox(Count())
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let mayEnd = DispatchSemaphore(value: 0)
        try await withThrowingDiscardingTaskGroup { works in
            for _ in 0..<20 {
                works.addTask {
                    try await threads.run {
                        count.withLockedValue { $0.began() }
                        begin.yield()
                        mayEnd.wait()
                        count.withLockedValue { $0.running -= 1 }
                    }
                }
            }
            // Both have begun before either ends.
            var begins = begun.makeAsyncIterator()
            for _ in 0..<HashingThreads.count { await begins.next() }
            for _ in 0..<20 { mayEnd.signal() }
        }
        #expect(count.withLockedValue { $0.most } == 2)
        await threads.shutdown()
    }

    @Test func anErrorReachesTheCaller() async {
        struct Wrong: Error {}
        let threads = HashingThreads()
        await #expect(throws: Wrong.self) { try await threads.run { throw Wrong() } }
        await threads.shutdown()
        await #expect(throws: (any Error).self) { try await threads.run {} }
    }
}
