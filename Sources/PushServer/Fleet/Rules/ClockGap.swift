internal import Shared

/// How far a node's clock is from the database's, which all nodes share.
struct ClockGap: Sendable {
    /// An operator need not act on a smaller gap.
    static let tolerance = Duration.seconds(30)
    /// The correction stays as long as it is wrong by no more than this. If it followed each comparison, the delays of the
    /// network would move the time back and forth twice a second. Ages are told in seconds, so nobody notices an error of
    /// one. A larger error means that a clock has drifted or was set. Rules bear that step as they do on a single machine.
    static let errorMax = Duration.seconds(1)

    /// Positive: the node's clock is ahead.
    private(set) var ahead = Duration.zero
    /// Gives the database's time when it is added to the node's.
    private(set) var correction = Duration.zero

    init() {}

    /// The database has read its clock at some moment between the two times of this node.
    mutating func compared(_ database: MarketTime, sent: MarketTime, answered: MarketTime) {
        // The node's clock was set back meanwhile. The next comparison tells by how much.
        guard sent <= answered else { return }
        let least = Duration.milliseconds(database.milliseconds - answered.milliseconds)
        let most = Duration.milliseconds(database.milliseconds - sent.milliseconds)
        func possible(_ known: Duration) -> Duration { min(max(known, least), most) }
        ahead = .zero - possible(.zero)
        let error = possible(correction) - correction
        if error > Self.errorMax || error < .zero - Self.errorMax { correction += error }
    }

    /// What an operator has to know; nil if there is nothing.
    var words: String? {
        let seconds = ahead.components.seconds
        guard ahead > Self.tolerance || ahead < .zero - Self.tolerance else { return nil }
        return """
            this machine's clock is \(abs(seconds)) s \(seconds > 0 ? "ahead of" : "behind") the database's; set both, because all \
            nodes go by the database's
            """
    }
}
