import Dispatch
import Testing

@testable import TerminalKit

/// The threads on which tasks that prefer the main queue run.
struct MainQueueTests {
    private static let mark = DispatchSpecificKey<Bool>()

    init() { DispatchQueue.main.setSpecific(key: Self.mark, value: true) }

    @concurrent
    private func isOnMainQueue() async -> Bool { DispatchQueue.getSpecific(key: Self.mark) == true }

    @Test func nonisolatedStepsRunOnItToo() async {
        let before = await isOnMainQueue()
        let within = await withTaskExecutorPreference(MainQueue()) { await isOnMainQueue() }
        #expect(!before && within)
    }
}
