import Shared
import Testing

@testable import PushServer

struct BatchSharesTests {
    private let ada = StubConnection(1, Account(id: AccountID(rawValue: 1), name: "ada")).connection
    private let bob = StubConnection(2, Account(id: AccountID(rawValue: 2), name: "bob")).connection

    private func change(_ connection: UserConnection, of count: Int = 1) -> UserHub.Event {
        let change = Change(RecordKey(kind: 2, bytes: []), .remove)
        let mutation = Mutation(Array(repeating: change, count: count))
        return .mutated(connection, .test, NumberedMutation(number: 1, mutation: mutation))
    }

    /// Which of these events one batch takes.
    private func taken(_ events: [UserHub.Event]) -> [Bool] {
        var shares = BatchShares()
        return events.map { shares.takes($0) }
    }

    @Test func aUsersChangesBeyondTheShareWaitForTheNextBatchAndNobodyElses() {
        let share = Array(repeating: change(ada), count: BatchShares.changesMax)
        #expect(taken(share).allSatisfy { $0 })
        let more = taken(share + [change(ada), .left(ada), change(bob), .lookDue]).suffix(4)
        #expect(Array(more) == [false, false, true, true], "what comes after a waiting change waits, too")
    }

    @Test func aMutationCountsByItsChangesAndALargeOneIsTakenWhole() {
        #expect(taken([change(ada, of: 600), change(ada), change(bob)]) == [true, false, true])
        let almost = change(ada, of: BatchShares.changesMax - 1)
        #expect(taken([almost, change(ada, of: 600), change(ada)]) == [true, true, false])
    }
}
