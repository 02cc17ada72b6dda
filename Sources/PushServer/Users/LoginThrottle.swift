internal import Shared

/// How long somebody who sent wrong passwords must wait before the next try.
///
/// Counted per name and address together, so that a stranger cannot lock the owner out from elsewhere, and per address
/// alone, so that one address cannot try many names. Signed-in terminals use tokens and never come here.
struct LoginThrottle {
    struct Attempt: Hashable {
        let name: String
        let address: HostAddress

        init(name: String, address: String) { self.init(name: name, address: HostAddress(address)) }

        /// Names that nobody can have count as one, so that a stranger does not choose how much is remembered.
        init(name: String, address: HostAddress) {
            self.name = Account.isValid(name: name) ? name.lowercased() : ""
            self.address = address
        }
    }

    /// What an attempt did to the records, so that success can undo it.
    struct Ticket {
        fileprivate let attempt: Attempt
        fileprivate let addressBefore: Record?
        fileprivate let addressAfter: Record?
        /// The wait before the next try, should this one fail.
        let wait: Duration
    }

    fileprivate struct Record: Equatable {
        var failures: Int
        var blockedUntil: MarketTime
    }

    /// Wrong passwords that cost no wait: people mistype.
    private static let freeFailures = (perName: 2, perAddress: 20)
    private static let waitMax: Int64 = 5 * 60_000
    /// A record that has not blocked anybody for this long is forgotten.
    private static let memory: Int64 = 15 * 60_000
    /// Checking passwords takes so long that no more than some ten thousand records can be made in `memory`.
    private static let recordsMax = 10_000

    private var byName: [Attempt: Record] = [:]
    private var byAddress: [HostAddress: Record] = [:]

    /// - Returns: the wait that is left, or nil if `attempt` may go ahead.
    func wait(for attempt: Attempt, at now: MarketTime) -> Duration? {
        let until = [byName[attempt]?.blockedUntil, byAddress[attempt.address]?.blockedUntil].compactMap(\.self).max()
        guard let until, until > now else { return nil }
        return until.elapsed(since: now)
    }

    /// Counts the attempt as failed until `succeeded` takes that back, so that many at once gain nothing.
    mutating func began(_ attempt: Attempt, at now: MarketTime) -> Ticket {
        sweep(at: now)
        let before = byAddress[attempt.address]
        let perName = Self.raise(&byName[attempt], free: Self.freeFailures.perName, at: now)
        let perAddress = Self.raise(&byAddress[attempt.address], free: Self.freeFailures.perAddress, at: now)
        return Ticket(
            attempt: attempt,
            addressBefore: before,
            addressAfter: byAddress[attempt.address],
            wait: max(perName, perAddress)
        )
    }

    /// The right password clears the name; the address stands as it did before, with what others did there meanwhile.
    mutating func succeeded(_ ticket: Ticket) {
        byName[ticket.attempt] = nil
        let address = ticket.attempt.address
        if byAddress[address] == ticket.addressAfter {
            byAddress[address] = ticket.addressBefore
        } else {
            byAddress[address]?.failures -= 1
        }
    }

    /// One second after the free ones, then twice as long each time.
    private static func raise(_ record: inout Record?, free: Int, at now: MarketTime) -> Duration {
        let known = record.flatMap { isForgotten($0, at: now) ? nil : $0 }
        let failures = (known?.failures ?? 0) + 1
        let doublings = min(failures - free - 1, 20)
        let wait = doublings < 0 ? 0 : min(waitMax, 1000 << Int64(doublings))
        record = Record(failures: failures, blockedUntil: now.adding(milliseconds: wait))
        return .milliseconds(wait)
    }

    private static func isForgotten(_ record: Record, at now: MarketTime) -> Bool {
        record.blockedUntil.adding(milliseconds: memory) < now
    }

    private mutating func sweep(at now: MarketTime) {
        guard byName.count + byAddress.count >= Self.recordsMax else { return }
        byName = byName.filter { !Self.isForgotten($0.value, at: now) }
        byAddress = byAddress.filter { !Self.isForgotten($0.value, at: now) }
    }
}
