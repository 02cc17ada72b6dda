internal import Shared

/// A count of wrong passwords.
struct FailureRecord: Equatable, Sendable {
    var failures: Int
    var blockedUntil: MarketTime
}

extension FailureCounts.Step: Sendable where Key: Sendable {}

/// Counts wrong passwords by key, and computes how long everybody who shares a key must wait before the next try.
struct FailureCounts<Key: Hashable> {
    typealias Record = FailureRecord

    /// The effect of one attempt on the count, so that it can be undone.
    struct Step {
        fileprivate let key: Key
        fileprivate let before: Record?
        fileprivate let after: Record
    }

    private static var waitMax: Int64 { 5 * 60_000 }
    /// A record that has blocked nobody for this long is forgotten.
    static var memory: Int64 { 15 * 60_000 }
    /// Password checks are slow enough that `memory` sees no more than about ten thousand records.
    private static var recordsMax: Int { 10_000 }

    /// The number of wrong passwords without a wait, because people mistype.
    private let free: Int
    private var records: [Key: Record] = [:]

    init(free: Int) { self.free = free }

    subscript(_ key: Key) -> Record? {
        get { records[key] }
        set { records[key] = newValue }
    }

    func blockedUntil(_ key: Key) -> MarketTime? { records[key]?.blockedUntil }

    /// Whether the key has failures that are not forgotten yet.
    func remembers(_ key: Key, at now: MarketTime) -> Bool {
        records[key].map { !Self.isForgotten($0, at: now) } ?? false
    }

    /// The first wait is one second and begins after the free failures. Each further failure doubles it.
    mutating func raise(_ key: Key, at now: MarketTime) -> Step {
        sweep(at: now)
        let before = records[key]
        let known = before.flatMap { Self.isForgotten($0, at: now) ? nil : $0 }
        let failures = (known?.failures ?? 0) + 1
        let doublings = min(failures - free - 1, 20)
        let wait = doublings < 0 ? 0 : min(Self.waitMax, 1000 << Int64(doublings))
        let after = Record(failures: failures, blockedUntil: now.adding(milliseconds: wait))
        records[key] = after
        return Step(key: key, before: before, after: after)
    }

    /// Restores the count from before the attempt, but keeps the changes that other attempts made meanwhile.
    mutating func takeBack(_ step: Step) {
        if records[step.key] == step.after {
            records[step.key] = step.before
        } else {
            records[step.key]?.failures -= 1
        }
    }

    mutating func clear(_ key: Key) { records[key] = nil }

    private static func isForgotten(_ record: Record, at now: MarketTime) -> Bool {
        record.blockedUntil.adding(milliseconds: memory) < now
    }

    private mutating func sweep(at now: MarketTime) {
        guard records.count >= Self.recordsMax else { return }
        records = records.filter { !Self.isForgotten($0.value, at: now) }
    }
}
