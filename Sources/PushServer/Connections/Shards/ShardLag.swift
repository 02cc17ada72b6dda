/// How far the terminals of a shard lag behind it.
struct ShardLag: Sendable {
    /// The number of terminals that lack something.
    var behind = 0
    /// The lag of the slowest terminal, in steps of the market.
    var stepsMax: UInt64 = 0

    static func + (one: Self, other: Self) -> Self {
        Self(behind: one.behind + other.behind, stepsMax: max(one.stepsMax, other.stepsMax))
    }
}
