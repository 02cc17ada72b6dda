/// Counts the user hub's looks at the store, and says what is due with each.
struct LookCount {
    /// The time from one look to the next, and so the longest time before an operator's command takes effect.
    static let interval = Duration.seconds(1)
    /// With a sweep, the hub notes the tokens of connected clients as used, and removes expired data. It skips a use that
    /// was noted less than `DeviceRows.useInterval` ago, and the next sweep notes it. So a noted use lags by at most an
    /// hour.
    static let looksPerSweep = 1800
    /// The hub tells other nodes who is connected three times within the lifetime of such a note.
    private static let looksPerPresence = 10

    private var looks = 0
    private var answers = 0

    var isSweepDue: Bool { looks.isMultiple(of: Self.looksPerSweep) }
    var isPresenceDue: Bool { looks.isMultiple(of: Self.looksPerPresence) }
    /// For how long the store has answered every look.
    var answeredTime: Duration { Self.interval * answers }

    /// Whether a user who is not connected here is certainly absent. While the database did not answer, another node may
    /// have noted nothing. So nobody counts as absent until it has answered for the lifetime of a note plus the grace period.
    /// - Parameter lease: how long a note that a user is connected is valid; nil if there are no other nodes.
    func isAbsenceCertain(notesLast lease: Duration?, grace: Duration) -> Bool {
        lease.map { answeredTime >= $0 + grace } ?? true
    }

    mutating func began() { looks += 1 }
    mutating func ended(isAnswered: Bool) { answers = isAnswered ? answers + 1 : 0 }
}
