import Shared
import Testing

@testable import TerminalClient

struct MutationQueueTests {
    private let id = ClientID(high: 1, low: 1)
    private let other = ClientID(high: 2, low: 2)
    private let key = Settings.coinsOnly.described.key
    private let mutation = Mutation.set(Settings.coinsOnly, to: true)

    private func queue(_ count: Int) -> MutationQueue {
        var queue = MutationQueue(clientID: id)
        for _ in 0..<count { queue.enqueue(mutation) }
        return queue
    }

    private func undo(of number: UInt64, held: Change.HeldValue) -> Mutation {
        Mutation([Change(key, .restore(held: held))], undoes: number)
    }

    @Test func changesAreNumberedOneAfterTheOther() {
        var queue = queue(2)
        queue.settle(1, nil)
        queue.enqueue(mutation)
        #expect(queue.pending.map(\.number) == [2, 3])
        #expect(queue.confirmed == 1)
    }

    @Test func changesWaitForAConnectionUntilTheyAreSentAndThenForAnAnswer() {
        let server = ServerAddress(host: "prices.example.com", port: 7443)
        var queue = queue(2)
        #expect(WaitingChanges([queue], for: server) == WaitingChanges(count: 2, server: server, wereSent: false))
        queue.sendsAll()
        queue.enqueue(mutation)
        #expect(WaitingChanges([queue], for: server) == WaitingChanges(count: 3, server: server, wereSent: true))
        queue.settle(3, nil)
        #expect(WaitingChanges([queue], for: server) == nil)
    }

    @Test func changesOfAnEarlierProcessKeepTheirNumbers() {
        let left = NumberedMutation(number: 8, mutation: mutation)
        var queue = MutationQueue(clientID: id, confirmed: 7, pending: [left])
        queue.enqueue(mutation)
        #expect(queue.pending.map(\.number) == [8, 9])
        let agreement = queue.agreement(withSettled: 7, forgotten: nil)
        #expect(agreement == .agreed)
    }

    @Test func aServerWithAnOlderDatabaseIsDetected() {
        var queue = queue(3)
        queue.settle(2, nil)
        let agreements = [0, 1, 2, 3].map { queue.agreement(withSettled: $0, forgotten: nil) }
        #expect(agreements == [.lost, .lost, .agreed, .agreed])
        #expect(queue.pending.count == 1)
    }

    @Test func aClientCountsAsForgottenOnlyIfLaterClientsWereForgotten() {
        var queue = queue(3)
        let times = [4, 5, 6].map { MarketTime(seconds: $0) }
        var agreements = times.map { queue.agreement(withSettled: 0, forgotten: $0) }
        #expect(agreements == [.agreed, .agreed, .agreed], "it was never there")
        queue.welcomed(at: times[1])
        agreements = times.map { queue.agreement(withSettled: 0, forgotten: $0) }
        #expect(agreements == [.agreed, .forgotten, .forgotten])
        queue.enqueue(mutation)
        let dropped = queue.dropSent()
        #expect(dropped == 3 && queue.pending.map(\.number) == [4], "only what was sent may have been done")
    }

    /// The journal was copied, and its next numbers were used for other changes.
    @Test func numbersThatWereUsedElsewhereAreDetectedAndNotReused() {
        var queue = queue(2)
        let agreement = queue.agreement(withSettled: 5, forgotten: nil)
        #expect(agreement == .usedElsewhere)
        #expect(queue.pending.isEmpty, "2 and 1 were answered")
        _ = queue.renumber(as: other)
        queue.enqueue(mutation)
        #expect(queue.pending.map(\.number) == [1])
        #expect(queue.clientID == other)
    }

    @Test func renumberedChangesKeepTheirOrderAndUndosNameThemByTheirNewNumbers() {
        var queue = queue(3)
        queue.settle(2, nil)
        queue.enqueue(undo(of: 3, held: .version(7, hash: 9)))
        queue.enqueue(undo(of: 3, held: .mutation(3)))
        let numbers = queue.renumber(as: other)
        #expect(numbers == [3: 1, 4: 2, 5: 3])
        let expected = [mutation, undo(of: 1, held: .version(7, hash: 9)), undo(of: 1, held: .mutation(1))]
        #expect(queue.pending.map(\.mutation) == expected)
        #expect(queue.pending.map(\.number) == [1, 2, 3])
    }

    /// Under the new id, the server remembers no change that could be undone.
    @Test func renumberingDropsAnUndoOfASettledChange() {
        var queue = queue(3)
        queue.settle(2, nil)
        queue.enqueue(undo(of: 1, held: .version(7, hash: 9)))
        queue.enqueue(undo(of: 3, held: .mutation(2)))
        queue.enqueue(mutation)
        let numbers = queue.renumber(as: other)
        #expect(numbers == [3: 1, 6: 2])
        #expect(queue.pending.map(\.mutation) == [mutation, mutation])
    }
}
