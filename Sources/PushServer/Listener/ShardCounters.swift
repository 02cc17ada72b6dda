/// What a shard has done, for the metrics.
struct ShardCounters: Sendable {
    var connections = 0
    var deliveries = 0
    var bytes = 0
    var mergedDiffs = 0
    var snapshotParts = 0
    var hashMismatches = 0

    static func + (one: Self, other: Self) -> Self {
        var sum = one
        sum.connections += other.connections
        sum.deliveries += other.deliveries
        sum.bytes += other.bytes
        sum.mergedDiffs += other.mergedDiffs
        sum.snapshotParts += other.snapshotParts
        sum.hashMismatches += other.hashMismatches
        return sum
    }
}
