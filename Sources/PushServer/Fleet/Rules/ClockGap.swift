internal import Shared

/// How far a node's clock is from the database's, which all nodes share.
struct ClockGap: Sendable {
    /// Nobody notices a smaller gap.
    static let tolerance = Duration.seconds(30)

    /// Positive: the node's clock is ahead.
    private(set) var ahead = Duration.zero

    init() {}

    /// The database has read its clock at some moment between the two times of this node.
    mutating func compared(_ database: MarketTime, sent: MarketTime, answered: MarketTime) {
        let (earliest, latest) = (
            database.milliseconds - answered.milliseconds, database.milliseconds - sent.milliseconds
        )
        ahead = .milliseconds(earliest > 0 ? -earliest : latest < 0 ? -latest : 0)
    }

    /// What an operator has to know; nil if there is nothing.
    var words: String? {
        let seconds = ahead.components.seconds
        guard ahead > Self.tolerance || ahead < .zero - Self.tolerance else { return nil }
        return """
            this machine's clock is \(abs(seconds)) s \(seconds > 0 ? "ahead of" : "behind") the database's; set both, because alerts \
            and devices get their times from them
            """
    }
}
