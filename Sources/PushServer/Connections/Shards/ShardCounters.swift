internal import Shared

/// What a shard has done, for the metrics.
struct ShardCounters: Sendable {
    /// How a terminal's market began.
    enum Beginning: String, CaseIterable, Sendable {
        case diff, snapshot, none
    }

    var connections = 0
    var deliveries = 0
    var bytes = 0
    var deliveryTimes = DeliveryTimes()
    var mergedDiffs = 0
    /// How often a frame for a terminal that is behind was found in the cache.
    var cacheHits = 0
    var snapshotParts = 0
    var hashMismatches = 0
    var userHashMismatches = 0
    var handshakes = 0
    var failedHandshakes = 0
    var beginnings: [Beginning: Int] = [:]
    var closes: [CloseCode: Int] = [:]

    static func + (one: Self, other: Self) -> Self {
        var sum = one
        sum.connections += other.connections
        sum.deliveries += other.deliveries
        sum.bytes += other.bytes
        sum.deliveryTimes = one.deliveryTimes + other.deliveryTimes
        sum.mergedDiffs += other.mergedDiffs
        sum.cacheHits += other.cacheHits
        sum.snapshotParts += other.snapshotParts
        sum.hashMismatches += other.hashMismatches
        sum.userHashMismatches += other.userHashMismatches
        sum.handshakes += other.handshakes
        sum.failedHandshakes += other.failedHandshakes
        sum.beginnings.merge(other.beginnings, uniquingKeysWith: +)
        sum.closes.merge(other.closes, uniquingKeysWith: +)
        return sum
    }
}
