package import Shared

/// The changes of one client process that the server has not confirmed, numbered as the protocol wants it.
package struct MutationQueue: Equatable, Sendable {
    /// What the highest number that the server has settled says about this client id.
    enum Agreement: Equatable {
        case agreed
        /// More than was ever numbered here: a journal was copied, and its copy was used.
        case usedElsewhere
        /// The server has forgotten clients since this one was there last, and knows nothing of it: what was sent and not answered
        /// may have been done or not.
        case forgotten
        /// The server's database has lost changes that it had confirmed.
        case lost
    }

    package private(set) var clientID: ClientID
    package private(set) var pending: [NumberedMutation]
    /// The highest number that the server has confirmed here.
    package private(set) var confirmed: UInt64
    /// The highest number that may have been sent.
    package private(set) var sent: UInt64
    /// By the server's clock, when the connection began that this client id had last; nil: it had none.
    package private(set) var welcomed: MarketTime?
    /// What the newest confirmed changes did: undos are held against it.
    package private(set) var history = MutationHistory()
    private(set) var lastNumber: UInt64

    /// - Parameters:
    ///   - sent: the highest number that may have been sent.
    ///   - welcomed: when the connection began that this client id had last.
    ///   - pending: what an earlier process could not deliver, numbered one after the other.
    ///   - history: what that knew of the changes that it had delivered.
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

    /// What a later process needs to show the undos among the pending changes.
    package var neededHistory: MutationHistory {
        pending.contains { $0.mutation.undoes > 0 } ? history : MutationHistory()
    }

    /// - Returns: its number.
    @discardableResult
    package mutating func enqueue(_ mutation: Mutation) -> UInt64 {
        lastNumber += 1
        pending.append(NumberedMutation(number: lastNumber, mutation: mutation))
        return lastNumber
    }

    /// - Parameter effect: nil for a change that the server has refused.
    package mutating func settle(_ number: UInt64, _ effect: MutationEffect?) {
        pending.removeAll { $0.number <= number }
        confirmed = max(confirmed, number)
        sent = max(sent, number)
        history.append(effect ?? MutationEffect(version: 0), of: number)
    }

    /// A connection has begun that delivers all that is pending.
    mutating func welcomed(at time: MarketTime) { (welcomed, sent) = (time, lastNumber) }

    /// All that is pending goes out as soon as it is on disk.
    mutating func sendsAll() { sent = lastNumber }

    /// What was sent and not answered is given up.
    /// - Returns: how many changes these are.
    mutating func dropSent() -> Int {
        let count = pending.count
        pending.removeAll { $0.number <= sent }
        return count - pending.count
    }

    /// Empties these changes, so that they are not made. Their numbers stay: none may be missing.
    /// - Returns: the changes as they were.
    mutating func empty(where isGivenUp: (NumberedMutation) -> Bool) -> [NumberedMutation] {
        let indices = pending.indices.filter { isGivenUp(pending[$0]) }
        defer { for index in indices { pending[index].mutation = Mutation() } }
        return indices.map { pending[$0] }
    }

    /// - Parameters:
    ///   - number: the highest one that the server has settled for this client id.
    ///   - forgotten: until when clients were there that the server has forgotten; nil: it has forgotten none.
    /// - Returns: unless the two agree, the id must not be used on.
    mutating func agreement(withSettled number: UInt64, forgotten: MarketTime?) -> Agreement {
        if number == 0, sent > 0, let forgotten, welcomed.map({ $0 <= forgotten }) ?? true { return .forgotten }
        if number < confirmed { return .lost }
        if number <= lastNumber { return .agreed }
        // Whatever took the numbers, these changes were answered.
        settle(number, nil)
        return .usedElsewhere
    }

    /// Counts the pending changes from 1 under another client id. What would take back a change that is not pending has nothing
    /// left that it could name.
    /// - Returns: the numbers that they have now, by those that they had.
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
