internal import NIOCore

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
