internal import Shared

/// How long somebody who sent wrong passwords must wait before the next try.
///
/// Counted per name and address together, so that a stranger cannot lock the owner out from elsewhere, and per address
/// alone, so that one address cannot try many names. Signed-in terminals use tokens and never come here.
struct LoginThrottle {
    struct Attempt: Hashable {
        var name: String
        var address: String
    }

    private struct Record {
        var failures: Int
        var blockedUntil: MarketTime
    }

    /// Wrong passwords that cost no wait: people mistype.
    private static let freeFailures = (perName: 2, perAddress: 20)
    private static let waitMax: Int64 = 5 * 60_000
    /// Records are few: those that have run out go once there are this many.
    private static let recordsMax = 10_000

    private var byName: [Attempt: Record] = [:]
    private var byAddress: [String: Record] = [:]

    /// - Returns: the wait that is left, or nil if `attempt` may go ahead.
    func wait(for attempt: Attempt, at now: MarketTime) -> Duration? {
        let until = [byName[attempt]?.blockedUntil, byAddress[attempt.address]?.blockedUntil].compactMap(\.self).max()
        guard let until, until > now else { return nil }
        return until.elapsed(since: now)
    }

    /// Counts the attempt as failed until `succeeded` takes that back, so that many at once gain nothing.
    /// - Returns: the wait before the next try.
    mutating func began(_ attempt: Attempt, at now: MarketTime) -> Duration {
        sweep(at: now)
        let perName = Self.raise(&byName[attempt], free: Self.freeFailures.perName, at: now)
        let perAddress = Self.raise(&byAddress[attempt.address], free: Self.freeFailures.perAddress, at: now)
        return max(perName, perAddress)
    }

    mutating func succeeded(_ attempt: Attempt) {
        byName[attempt] = nil
        byAddress[attempt.address]?.failures -= 1
    }

    /// One second after the free ones, then twice as long each time.
    private static func raise(_ record: inout Record?, free: Int, at now: MarketTime) -> Duration {
        let failures = (record?.failures ?? 0) + 1
        let doublings = min(failures - free - 1, 20)
        let wait = doublings < 0 ? 0 : min(waitMax, 1000 << Int64(doublings))
        record = Record(failures: failures, blockedUntil: now.adding(milliseconds: wait))
        return .milliseconds(wait)
    }

    private mutating func sweep(at now: MarketTime) {
        guard byName.count + byAddress.count >= Self.recordsMax else { return }
        byName = byName.filter { $0.value.blockedUntil > now }
        byAddress = byAddress.filter { $0.value.blockedUntil > now }
    }
}
