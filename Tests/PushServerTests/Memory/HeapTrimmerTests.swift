import Logging
import NIOConcurrencyHelpers
import TestSupport
import Testing

@testable import PushServer

struct HeapTrimmerTests {
    /// The system's answers, one for each look; the last one stays.
    private final class Memory: Sendable {
        private let state: NIOLockedValueBox<(looks: [MemoryUse?], trims: Int)>

        init(_ looks: [MemoryUse?]) { state = NIOLockedValueBox((looks, 0)) }

        var trims: Int { state.withLockedValue(\.trims) }

        var asked: ProcessMemory {
            ProcessMemory { [state] in
                state.withLockedValue { $0.looks.count > 1 ? $0.looks.removeFirst() : $0.looks[0] }
            } trim: { [state] in
                state.withLockedValue { $0.trims += 1 }
            }
        }
    }

    private func use(_ resident: Int, _ heap: Int) -> MemoryUse {
        MemoryUse(resident: resident << 20, heap: heap << 20)
    }

    /// Runs the trimmer for this many looks.
    private func trims(of memory: Memory, looks: Int) async -> Int {
        let clock = TestClock()
        let trimmer = HeapTrimmer(
            memory: memory.asked,
            clock: clock,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        return await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await trimmer.run() }
            var sleeps = clock.sleeps.makeAsyncIterator()
            for _ in 1..<looks {
                _ = await sleeps.next()
                clock.advance(by: HeapTrimmer.interval)
            }
            _ = await sleeps.next()
            let isRunning = clock.sleeperCount == 1
            group.cancelAll()
            return isRunning ? memory.trims : -1
        }
    }

    @Test func theMemoryOfAFloodIsTrimmed() async {
        #expect(await trims(of: Memory([use(70, 40), use(280, 40), use(70, 40)]), looks: 4) == 1)
    }

    /// In a flood, there may be no file descriptors.
    @Test func aLookWithoutAnAnswerEndsNothing() async {
        let memory = Memory([use(70, 40), nil, nil, use(280, 40), use(70, 40)])
        #expect(await trims(of: memory, looks: 6) == 1)
    }

    #if canImport(Glibc)
        @Test func theProcessCanReadItsMemoryRepeatedly() throws {
            let memory = try #require(ProcessMemory.own())
            for _ in 0..<3 {
                let use = try #require(memory.use())
                #expect(use.heap > 0 && use.resident > 1 << 20)
            }
            memory.trim()
        }
    #endif
}
