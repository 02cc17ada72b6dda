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
        (leftAlone, self.refusal) = (count - keys.count, refusal)
    }
}

/// How to take back this process's own changes, the latest first, of whatever kind of record they are.
///
/// Each step names what the change touched, what was there, and how this terminal knew it. Where others have changed it since,
/// `apply` leaves it as it is.
struct UndoStack: Sendable {
    /// Nobody remembers more.
    private static let depth = 50

    private var steps: [UndoStep] = []

    mutating func note(_ step: UndoStep) { steps = steps.suffix(Self.depth - 1) + [step] }

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
    /// - Parameter newest: number of this process's changes; the server remembers only what the last of them did.
    func latest(at now: ContinuousClock.Instant, newest: UInt64) -> UndoStep? {
        // Beyond one whose time is over there is no way back, or a key that was meant for it would take back something quite
        // different.
        guard let step = steps.last, step.isOpen(at: now), step.number + UInt64(MutationHistory.depth) > newest else {
            return nil
        }
        return step
    }
}

/// How to take one change back.
struct UndoStep: Sendable {
    /// What a key had before.
    struct Former: Sendable {
        /// Nil: there was no such record.
        let value: [UInt8]?
        /// Nil: it cannot be named any more.
        var origin: Origin?
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
            former.origin?.held(by: client).map { Change(key, .restore(former.value, held: $0)) }
        }
        return Mutation(changes, undoes: number)
    }
}

extension Origin {
    fileprivate func held(by client: ClientID) -> Change.Held? {
        switch self {
        case .version(let version): .version(version)
        case .pending(let change): change.client == client ? .mutation(change.number) : nil
        }
    }
}
