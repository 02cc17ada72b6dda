/// How far the terminals of a shard are behind it.
struct ShardLag: Sendable {
    /// Terminals that were not sent everything yet.
    var behind = 0
    /// Of the one that is furthest behind, in steps of the market.
    var stepsMax: UInt64 = 0

    static func + (one: Self, other: Self) -> Self {
        Self(behind: one.behind + other.behind, stepsMax: max(one.stepsMax, other.stepsMax))
    }
}
