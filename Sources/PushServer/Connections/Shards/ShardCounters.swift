internal import NIOCore
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

/// How long it took to deliver steps of the market to all terminals of an event loop, in Prometheus' cumulative
/// buckets.
struct DeliveryTimes: Sendable {
    static let bounds: [TimeAmount] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].map { .milliseconds($0) }

    /// Counts above the previous bound and up to this one. The last count is above all bounds.
    private var counts = [Int](repeating: 0, count: bounds.count + 1)
    private(set) var sum = TimeAmount.zero

    mutating func record(_ time: TimeAmount) {
        counts[Self.bounds.firstIndex { time <= $0 } ?? Self.bounds.count] += 1
        sum = sum + time
    }

    /// For each bound, how many deliveries took no longer; then the total.
    var cumulative: [Int] {
        var total = 0
        return counts.map { count in
            total += count
            return total
        }
    }

    static func + (one: Self, other: Self) -> Self {
        var both = one
        for index in both.counts.indices { both.counts[index] += other.counts[index] }
        both.sum = one.sum + other.sum
        return both
    }
}
