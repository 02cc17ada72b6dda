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
}
