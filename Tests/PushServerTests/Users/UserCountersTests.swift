import Shared
import Synchronization
import Testing

@testable import PushServer

struct UserCountersTests {
    @Test func terminalsThatComeAreNoCommit() {
        let counters = UserCounters()
        let joined = UserAnswer.joined(UserState(), lastMutation: 0, store: StoreIdentity(rawValue: 1))
        counters.committed([joined, joined, .forgotten(nil), .noAccount])
        #expect(counters.joins.load(ordering: .relaxed) == 2)
        #expect(counters.commits.load(ordering: .relaxed) == 0)
        let result = MutationResult(number: 1, outcome: .applied, version: 1, lastNumber: 1)
        counters.committed([joined, .settled(result, UserState(version: 1)), .settled(result, UserState(version: 1))])
        #expect(counters.commits.load(ordering: .relaxed) == 1)
        #expect(counters.requests.load(ordering: .relaxed) == 2)
    }
}
