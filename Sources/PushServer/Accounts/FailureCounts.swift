internal import Shared

/// Wrong passwords, counted by one thing, and how long whoever shares it must wait for the next try.
struct FailureCounts<Key: Hashable> {
    /// What one attempt did to the count, so that it can be taken back.
    struct Step {
        fileprivate let key: Key
        fileprivate let before: Record?
        fileprivate let after: Record
    }

    fileprivate struct Record: Equatable {
        var failures: Int
        var blockedUntil: MarketTime
    }

    private static var waitMax: Int64 { 5 * 60_000 }
    /// A record that has not blocked anybody for this long is forgotten.
    private static var memory: Int64 { 15 * 60_000 }
    /// Checking passwords takes so long that no more than some ten thousand records can be made in `memory`.
    private static var recordsMax: Int { 10_000 }

    /// Wrong passwords that cost no wait: people mistype.
    private let free: Int
    private var records: [Key: Record] = [:]

    init(free: Int) { self.free = free }

    func blockedUntil(_ key: Key) -> MarketTime? { records[key]?.blockedUntil }

    /// Whether there are failures that have not been forgotten yet.
    func remembers(_ key: Key, at now: MarketTime) -> Bool {
        records[key].map { !Self.isForgotten($0, at: now) } ?? false
    }

    /// One second after the free ones, then twice as long each time.
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

    /// The count stands as it did before, with what others did meanwhile.
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
