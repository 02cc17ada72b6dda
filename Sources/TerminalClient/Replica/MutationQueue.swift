package import Shared

/// The changes of one client process that the server has not confirmed, numbered as the protocol wants it.
package struct MutationQueue: Equatable, Sendable {
    package private(set) var clientID: ClientID
    package private(set) var pending: [NumberedMutation]
    private var lastNumber: UInt64
    private var settled: UInt64

    /// - Parameter pending: what an earlier process could not deliver, numbered one after the other.
    package init(clientID: ClientID, pending: [NumberedMutation] = []) {
        self.clientID = clientID
        self.pending = pending
        lastNumber = pending.last?.number ?? 0
        settled = pending.first.map { $0.number - 1 } ?? 0
    }

    package mutating func enqueue(_ mutation: Mutation) {
        lastNumber += 1
        pending.append(NumberedMutation(number: lastNumber, settled: settled, mutation: mutation))
    }

    package mutating func settle(through number: UInt64) {
        pending.removeAll { $0.number <= number }
        settled = max(settled, number)
    }

    /// Compares with the highest number that the server has settled for this client id.
    /// - Returns: false if the two have come apart, and this id must not be used on: the server knows less than it confirmed
    ///   (an older database), or more than was ever numbered here (a journal that was copied, or lost its end).
    package mutating func agrees(withSettled number: UInt64) -> Bool {
        if number > lastNumber {
            // Whatever took the numbers, these changes were answered.
            settle(through: number)
            return false
        }
        return number >= settled
    }

    /// Counts the pending changes from 1 under another client id.
    package mutating func renumber(as clientID: ClientID) {
        self.clientID = clientID
        pending = pending.enumerated().map { index, numbered in
            NumberedMutation(number: UInt64(index) + 1, settled: 0, mutation: numbered.mutation)
        }
        (settled, lastNumber) = (0, UInt64(pending.count))
    }
}
