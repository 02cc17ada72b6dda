package import Shared

/// The changes of one client process that the server has not confirmed, with their numbers.
package struct MutationQueue: Equatable, Sendable {
    /// What the highest number that the server has settled means for this client id.
    enum Agreement: Equatable {
        case agreed
        /// The server has settled numbers that this queue never used: a journal was copied, and the copy was used.
        case usedElsewhere
        /// Since the last connection of this client id, the server has forgotten clients, and it does not know this
        /// one. Changes that were sent and not answered may have been done or not.
        case forgotten
        /// The server's database has lost confirmed changes.
        case lost
    }

    package private(set) var clientID: ClientID
    package private(set) var pending: [NumberedMutation]
    /// The highest number that the server has confirmed to this terminal.
    package private(set) var confirmed: UInt64
    /// The highest number that may have been sent.
    package private(set) var sent: UInt64
    /// When the last connection of this client id began, by the server's clock; nil if there was none.
    package private(set) var welcomed: MarketTime?
    /// What the newest confirmed changes did. Undos are compared with it.
    package private(set) var history = MutationHistory()
    private(set) var lastNumber: UInt64

    /// - Parameters:
    ///   - sent: the highest number that may have been sent.
    ///   - welcomed: when the last connection of this client id began.
    ///   - pending: the changes that an earlier process could not deliver, numbered one after another.
    ///   - history: what that process knew about its delivered changes.
    package init(
        clientID: ClientID,
        confirmed: UInt64 = 0,
        sent: UInt64 = 0,
        welcomed: MarketTime? = nil,
        pending: [NumberedMutation] = [],
        history: MutationHistory = MutationHistory()
    ) {
        self.clientID = clientID
        self.history = history
        self.confirmed = confirmed
        (self.sent, self.welcomed) = (max(sent, confirmed), welcomed)
        self.pending = pending
        lastNumber = pending.last?.number ?? confirmed
    }

    /// The history that a later process needs to show the undos among the pending changes.
    package var neededHistory: MutationHistory {
        pending.contains { $0.mutation.undoes > 0 } ? history : MutationHistory()
    }

    /// - Returns: the number of the change.
    @discardableResult
    package mutating func enqueue(_ mutation: Mutation) -> UInt64 {
        lastNumber += 1
        pending.append(NumberedMutation(number: lastNumber, mutation: mutation))
        return lastNumber
    }

    /// - Parameter effect: nil if the server has refused the change.
    package mutating func settle(_ number: UInt64, _ effect: MutationEffect?) {
        pending.removeAll { $0.number <= number }
        confirmed = max(confirmed, number)
        sent = max(sent, number)
        history.append(effect ?? MutationEffect(version: 0), of: number)
    }

    /// A connection has begun that delivers everything pending.
    mutating func welcomed(at time: MarketTime) { (welcomed, sent) = (time, lastNumber) }

    /// From now on, everything pending goes out as soon as it is on disk.
    mutating func sendsAll() { sent = lastNumber }

    /// Gives up the changes that were sent and not answered.
    /// - Returns: how many changes these are.
    mutating func dropSent() -> Int {
        let count = pending.count
        pending.removeAll { $0.number <= sent }
        return count - pending.count
    }

    /// Empties these changes, so that they do nothing. They keep their numbers, because no number may be missing.
    /// - Returns: the changes before they were emptied.
    mutating func empty(where isGivenUp: (NumberedMutation) -> Bool) -> [NumberedMutation] {
        let indices = pending.indices.filter { isGivenUp(pending[$0]) }
        defer { for index in indices { pending[index].mutation = Mutation() } }
        return indices.map { pending[$0] }
    }

    /// - Parameters:
    ///   - number: the highest number that the server has settled for this client id.
    ///   - forgotten: the last time at which a forgotten client was connected; nil if the server has forgotten none.
    /// - Returns: how the two differ, if they do. Then the id must not be used any more.
    mutating func agreement(withSettled number: UInt64, forgotten: MarketTime?) -> Agreement {
        if number == 0, sent > 0, let forgotten, welcomed.map({ $0 <= forgotten }) ?? true { return .forgotten }
        if number < confirmed { return .lost }
        if number <= lastNumber { return .agreed }
        // Something has used these numbers, so these changes were answered.
        settle(number, nil)
        return .usedElsewhere
    }

    /// Numbers the pending changes from 1 under another client id. Drops an undo of a change that is not pending, because it
    /// can no longer name that change.
    /// - Returns: the new numbers by the old ones.
    mutating func renumber(as clientID: ClientID) -> [UInt64: UInt64] {
        let old = pending
        var numbers: [UInt64: UInt64] = [:]
        self = MutationQueue(clientID: clientID)
        for numbered in old {
            guard let mutation = numbered.mutation.renumbered(by: numbers) else { continue }
            numbers[numbered.number] = enqueue(mutation)
        }
        return numbers
    }
}

extension Mutation {
    fileprivate func renumbered(by numbers: [UInt64: UInt64]) -> Mutation? {
        if undoes == 0 { return self }
        guard let undone = numbers[undoes] else { return nil }
        let changes = changes.compactMap { change -> Change? in
            guard case .restore(.mutation(let number)) = change.action else { return change }
            return numbers[number].map { Change(change.key, .restore(held: .mutation($0))) }
        }
        return changes.isEmpty ? nil : Mutation(changes, undoes: undone)
    }
}

extension ClientID {
    static func random() -> ClientID {
        var generator = SystemRandomNumberGenerator()
        return .random(using: &generator)
    }
}
