package import Shared

/// What taking the latest change back means.
package struct Undoing: Sendable {
    package let before: UserTable
    package let after: UserTable
    /// What comes back, or goes again.
    package let keys: [RecordKey]
    /// Of what the change touched, so much stays as it is, because others have changed it since.
    package let leftAlone: Int
    /// Why nothing comes back, if that is against the server's rules.
    package let refusal: MutationRefusal?

    init(before: UserTable, after: UserTable, keys: [RecordKey], of count: Int, refusal: MutationRefusal? = nil) {
        (self.before, self.after, self.keys) = (before, after, keys)
        (leftAlone, self.refusal) = (max(0, count - keys.count), refusal)
    }
}

/// How to take back this process's own changes, the latest first, of whatever kind of record they are.
///
/// Each step names what the change touched, what was there, and how this terminal knew it. Where others have changed it since,
/// `apply` leaves it as it is.
struct UndoStack: Sendable {
    private var steps: [UndoStep] = []

    /// Each undo takes a number, too, and the server remembers only what the newest numbers did: what could not be reached by taking
    /// back one after the other is forgotten here as well.
    mutating func note(_ step: UndoStep) {
        steps.append(step)
        let places = zip(steps, steps.indices.reversed())
        steps = places.filter { $0.number + UInt64(MutationHistory.depth) > step.number + UInt64($1) }.map(\.0)
    }

    mutating func remove(_ number: UInt64) { steps.removeAll { $0.number == number } }
    mutating func removeLatest() { _ = steps.popLast() }

    /// - Parameter numbers: that the changes have now, by those that they had; those that have none are gone.
    mutating func renumber(by numbers: [UInt64: UInt64]) {
        steps = steps.compactMap { step in
            numbers[step.number].map { UndoStep(number: $0, former: step.former, end: step.end) }
        }
    }

    mutating func redirect(_ change: (RecordKey, Origin) -> Origin?) {
        for index in steps.indices {
            for (key, former) in steps[index].former {
                steps[index].former[key]?.origin = former.origin.flatMap { change(key, $0) }
            }
        }
    }

    /// Nil where there is nothing to take back.
    func latest(at now: ContinuousClock.Instant) -> UndoStep? {
        // Beyond one whose time is over there is no way back, or a key that was meant for it would take back something quite
        // different.
        guard let step = steps.last, step.isOpen(at: now) else { return nil }
        return step
    }
}

/// How to take one change back.
struct UndoStep: Sendable {
    /// What a key had before.
    struct Former: Sendable {
        /// Nil: it cannot be named any more.
        var origin: Origin?
        /// It comes back with its owner.
        let isOwned: Bool
    }

    /// Of the change.
    let number: UInt64
    var former: [RecordKey: Former]
    /// Until when it can be taken back.
    let end: ContinuousClock.Instant?

    func isOpen(at now: ContinuousClock.Instant) -> Bool { end.map { now < $0 } ?? true }

    /// What an earlier process has changed cannot be named until it is confirmed, and stays as it is until then.
    func mutation(of client: ClientID) -> Mutation {
        let changes = former.sorted { $0.key < $1.key }.compactMap { key, former in
            former.isOwned ? nil : former.origin?.held(by: client).map { Change(key, .restore(held: $0)) }
        }
        return Mutation(changes, undoes: number)
    }
}

extension Origin {
    fileprivate func held(by client: ClientID) -> Change.Held? {
        switch self {
        case .nothing: .nothing
        case .version(let version, let hash): .version(version, hash: hash)
        case .pending(let change): change.client == client ? .mutation(change.number) : nil
        }
    }
}
