import Shared
import Synchronization
import Testing

@testable import PushServer

struct UserCountersTests {
    @Test func aRequestThatChangesNothingIsNotCounted() {
        let counters = UserCounters()
        counters.settled([.forgotten(false), .noAccount, .otherStore])
        #expect(counters.requests.load(ordering: .relaxed) == 0)
        let applied = MutationResult(number: 1, outcome: .applied, version: 1, lastNumber: 1)
        let early = MutationResult(number: 3, outcome: .outOfOrder, version: 1, lastNumber: 1)
        counters.settled([.settled(applied), .settled(early)])
        #expect(counters.requests.load(ordering: .relaxed) == 2)
        #expect(counters.applied.load(ordering: .relaxed) == 1)
        #expect(counters.outOfOrder.load(ordering: .relaxed) == 1)
    }
}
