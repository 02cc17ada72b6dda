import Dispatch
import Testing

@testable import TerminalKit

/// Where steps of tasks run that prefer the main queue.
struct MainQueueTests {
    private static let mark = DispatchSpecificKey<Bool>()

    init() { DispatchQueue.main.setSpecific(key: Self.mark, value: true) }

    @concurrent
    private func isOnMainQueue() async -> Bool { DispatchQueue.getSpecific(key: Self.mark) == true }

    @Test func stepsThatAreIsolatedNowhereRunOnItToo() async {
        let before = await isOnMainQueue()
        let within = await withTaskExecutorPreference(MainQueue()) { await isOnMainQueue() }
        #expect(!before && within)
    }

    @Test @MainActor func aTaskThatWasWokenByAnotherThreadGoesOnOnTheMainActor() async {
        await withTaskExecutorPreference(MainQueue()) {
            for number in 0..<100 {
                let seen = await withCheckedContinuation { continuation in
                    DispatchQueue.global().async { continuation.resume(returning: number) }
                }
                MainActor.assertIsolated()
                #expect(seen == number)
            }
        }
    }
}
