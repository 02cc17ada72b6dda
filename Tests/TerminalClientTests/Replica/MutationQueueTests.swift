import Shared
import Testing

@testable import TerminalClient

struct MutationQueueTests {
    private let id = ClientID(high: 1, low: 1)
    private let mutation = Mutation.addFavorite(CoinID(1))

    private func queue(_ count: Int) -> MutationQueue {
        var queue = MutationQueue(clientID: id)
        for _ in 0..<count { queue.enqueue(mutation) }
        return queue
    }

    @Test func changesAreNumberedAndToldWhatIsSettled() {
        var queue = queue(2)
        queue.settle(through: 1)
        queue.enqueue(mutation)
        #expect(queue.pending.map(\.number) == [2, 3])
        #expect(queue.pending.map(\.settled) == [0, 1])
    }

    @Test func whatAnEarlierProcessLeftGoesOnWithItsNumbers() {
        var queue = MutationQueue(clientID: id, pending: [NumberedMutation(number: 8, settled: 7, mutation: mutation)])
        queue.enqueue(mutation)
        #expect(queue.pending.map(\.number) == [8, 9])
        let agrees = queue.agrees(withSettled: 7)
        #expect(agrees)
    }

    @Test func aServerWithAnOlderDatabaseIsFoundOut() {
        var queue = queue(3)
        queue.settle(through: 2)
        let (older, same) = (queue.agrees(withSettled: 1), queue.agrees(withSettled: 2))
        #expect(!older)
        #expect(same)
        #expect(queue.pending.count == 1)
    }

    /// The journal was copied, or a power cut took its end: the numbers after it were used for something else.
    @Test func numbersThatWereUsedElsewhereAreFoundOutAndNotUsedAgain() {
        var queue = queue(2)
        let agrees = queue.agrees(withSettled: 5)
        #expect(!agrees)
        #expect(queue.pending.isEmpty, "2 and 1 were answered")
        let next = ClientID(high: 2, low: 2)
        queue.renumber(as: next)
        queue.enqueue(mutation)
        #expect(queue.pending.map(\.number) == [1])
        #expect(queue.clientID == next)
    }

    @Test func renumberedChangesKeepTheirOrder() {
        var queue = queue(0)
        queue.enqueue(.setCoinsOnly(true))
        queue.enqueue(.setCoinsOnly(false))
        queue.enqueue(.removeAllFavorites)
        queue.settle(through: 1)
        queue.renumber(as: ClientID(high: 2, low: 2))
        #expect(queue.pending.map(\.number) == [1, 2])
        #expect(queue.pending.map(\.mutation) == [.success(.setCoinsOnly(false)), .success(.removeAllFavorites)])
    }
}
