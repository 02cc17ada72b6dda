package import Shared

/// What an undo of the latest change would do.
package struct Undoing: Sendable {
    package let before: UserTable
    package let after: UserTable
    /// The keys that come back, or go again.
    package let keys: [RecordKey]
    /// How many of the changed records stay as they are, because others have changed them since.
    package let leftAlone: Int
    /// When the change was made; nil if nothing comes back.
    let time: ContinuousClock.Instant?
    /// Why nothing comes back, if that is against the server's rules.
    package let refusal: MutationRefusal?

    init(of step: UndoStep, before: UserTable, after: UserTable, keys: [RecordKey], refusal: MutationRefusal? = nil) {
        (self.before, self.after, self.keys, self.refusal) = (before, after, keys, refusal)
        leftAlone = max(0, step.former.count - keys.count)
        time = keys.isEmpty ? nil : step.time
    }
}

/// The steps to take back this process's own changes, the latest first, for all kinds of records.
///
/// Each step names what the change touched, what was there, and how this terminal knew it. `apply` leaves alone what
/// others have changed since.
struct UndoStack: Sendable {
    private var steps: [UndoStep] = []
    /// The place of the step that was noted last. Places never start over, as the numbers of changes do.
    private var lastPlace: UInt64 = 0

    /// - Parameters:
    ///   - number: that of the change.
    ///   - former: what each key held before.
    mutating func note(_ number: UInt64, former: [RecordKey: UndoStep.Former], at time: ContinuousClock.Instant) {
        lastPlace += 1
        steps.append(UndoStep(place: lastPlace, number: number, former: former, time: time))
        reached(number)
    }

    /// Each undo takes a number, too, and the server remembers only what the newest numbers did. So this stack
    /// forgets steps that a series of undos could no longer reach.
    /// - Parameter number: that of the latest change.
    mutating func reached(_ number: UInt64) {
        let places = zip(steps, steps.indices.reversed())
        steps = places.filter { $0.number + UInt64(MutationHistory.depth) > number + UInt64($1) }.map(\.0)
    }

    mutating func remove(_ number: UInt64) { steps.removeAll { $0.number == number } }
    mutating func removeLatest() { _ = steps.popLast() }
    mutating func removeAll() { steps = [] }

    /// - Parameter numbers: the new numbers of changes by their old ones. A change without a new number is dropped.
    mutating func renumber(by numbers: [UInt64: UInt64]) {
        steps = steps.compactMap { step in
            numbers[step.number].map {
                UndoStep(place: step.place, number: $0, former: step.former, time: step.time)
            }
        }
    }

    mutating func redirect(_ change: (RecordKey, Origin) -> Origin?) {
        for index in steps.indices {
            for (key, former) in steps[index].former {
                steps[index].former[key]?.origin = former.origin.flatMap { change(key, $0) }
            }
        }
    }

    /// Nil if there is nothing to take back.
    var latest: UndoStep? { steps.last }
}

/// The step that takes back one change.
struct UndoStep: Sendable {
    /// What a key held before the change.
    struct Former: Sendable {
        /// Nil if it can no longer be named.
        var origin: Origin?
        /// Whether the record comes back with its owner.
        let isOwned: Bool
    }

    /// Its place among all steps of this process. It stays, even if the change gets another number.
    let place: UInt64
    /// The number of the change.
    let number: UInt64
    var former: [RecordKey: Former]
    /// When the change was made.
    let time: ContinuousClock.Instant

    /// The undo as a mutation. A change of an earlier process cannot be named until it is confirmed, so its records
    /// stay as they are until then.
    func mutation(of client: ClientID) -> Mutation {
        let changes = former.sorted { $0.key < $1.key }.compactMap { key, former in
            former.isOwned ? nil : former.origin?.held(by: client).map { Change(key, .restore(held: $0)) }
        }
        return Mutation(changes, undoes: number)
    }
}

extension Origin {
    fileprivate func held(by client: ClientID) -> Change.HeldValue? {
        switch self {
        case .nothing: .nothing
        case .version(let version, let hash): .version(version, hash: hash)
        case .pending(let change): change.client == client ? .mutation(change.number) : nil
        }
    }
}
