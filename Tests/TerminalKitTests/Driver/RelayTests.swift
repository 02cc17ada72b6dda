import Dispatch
import Testing

@testable import TerminalKit

/// Each relayed element arrives once and in order, and waiting for it ends.
@Suite(.timeLimit(.minutes(5)))
struct RelayTests {
    @Test func waitingElementsComeInOrderAndThenTheEnd() async {
        let relay = Relay<Int>(keepingNewest: 8)
        for number in 1...5 { relay.yield(number) }
        relay.finish()
        relay.yield(6)
        var seen: [Int] = []
        for await number in relay { seen.append(number) }
        #expect(seen == [1, 2, 3, 4, 5])
    }

    @Test func theOldestElementsAreDroppedIfNobodyReads() async {
        let relay = Relay<Int>(keepingNewest: 2)
        for number in 1...5 { relay.yield(number) }
        relay.finish()
        var seen: [Int] = []
        for await number in relay { seen.append(number) }
        #expect(seen == [4, 5])
    }

    @Test @MainActor func aWaiterIsWokenByAnotherThreadAndContinuesOnItsActor() async {
        // Few, because behind each of them all that waits for the main actor has a turn.
        let relay = Relay<Int>(keepingNewest: 100)
        let thread = DispatchQueue(label: "relay")
        thread.async {
            for number in 0..<100 { relay.yield(number) }
            relay.finish()
        }
        var seen: [Int] = []
        for await number in relay {
            MainActor.assertIsolated()
            seen.append(number)
        }
        #expect(seen == Array(0..<100))
    }

    @Test func aCancelledReaderStopsWaiting() async {
        let relay = Relay<Int>(keepingNewest: 1)
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        await withTaskGroup(of: Int.self) { group in
            group.addTask {
                var count = 0
                begin.yield()
                for await _ in relay { count += 1 }
                return count
            }
            for await _ in begun { break }
            group.cancelAll()
            #expect(await group.next() == 0)
        }
    }
}
