/// Counts the user hub's looks at the store, and says what is due with each.
///
/// A look becomes due each second, even while the hub waits for the store. Those that became due meanwhile become
/// one look. It does what is due with any of them, and counts as one answer of the store.
struct LookCount {
    /// The time from one look to the next, and so the longest time before an operator's command takes effect.
    static let interval = Duration.seconds(1)
    /// With a sweep, the hub notes the tokens of connected clients as used, and removes expired data. It skips a use if one
    /// of the same hour is noted. So the noted hour lags by at most the time from one sweep to the next, half an hour.
    static let looksPerSweep = 1800
    /// The hub tells other nodes who is connected three times within the lifetime of such a note.
    private static let looksPerPresence = 10

    /// How many looks have become due.
    private var due = 0
    /// Which of them the last look stands for: those after the lower bound, up to the upper one.
    private var begun = 0...0
    private var answers = 0
    /// Whether the last look had no answer.
    private var isStoreAway = false

    var isDue: Bool { due > begun.upperBound }
    var isSweepDue: Bool { hasReached(multipleOf: Self.looksPerSweep) }
    var isPresenceDue: Bool { hasReached(multipleOf: Self.looksPerPresence) }
    /// For how long the store has answered every look.
    var answeredTime: Duration { Self.interval * answers }

    private func hasReached(multipleOf count: Int) -> Bool { begun.upperBound / count > begun.lowerBound / count }

    /// Whether a user who is not connected here is certainly absent. While the database did not answer, another node may
    /// have noted nothing. So nobody counts as absent until it has answered for the lifetime of a note plus the grace period.
    /// - Parameter lease: how long a note that a user is connected is valid; nil if there are no other nodes.
    func isAbsenceCertain(notesLast lease: Duration?, grace: Duration) -> Bool {
        lease.map { answeredTime >= $0 + grace } ?? true
    }

    mutating func becameDue() { due += 1 }
    mutating func began() { begun = begun.upperBound...due }

    /// - Returns: whether the store answers again, after a look that it had not answered.
    @discardableResult
    mutating func ended(isAnswered: Bool) -> Bool {
        defer { isStoreAway = !isAnswered }
        answers = isAnswered ? answers + 1 : 0
        return isAnswered && isStoreAway
    }
}
