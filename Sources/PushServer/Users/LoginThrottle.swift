internal import Shared

/// How long somebody who sent wrong passwords must wait before the next try.
///
/// Counted per name and address together; per address alone, so that one address cannot try many names; and per name alone, so that many
/// addresses cannot try one name. The last count does not hold where the account has signed in lately, so that strangers elsewhere
/// do not lock the owner out. Signed-in terminals use tokens and never come here.
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

    /// What an attempt did to the counts, so that it can be taken back.
    struct Ticket {
        fileprivate let attempt: Attempt
        fileprivate let perAttempt: FailureCounts<Attempt>.Step
        fileprivate let perAddress: FailureCounts<HostAddress>.Step
        fileprivate let isFamiliar: Bool
        /// The wait before the next try, should this one fail.
        let wait: Duration
    }

    private var byAttempt = FailureCounts<Attempt>(free: 2)
    private var byAddress = FailureCounts<HostAddress>(free: 20)
    /// Of all addresses together. Whether there is such an account makes no difference.
    private var byName = GuessAllowance()
    private var familiar = FamiliarAddresses()

    /// - Returns: the wait that is left, or nil if `attempt` may go ahead.
    func wait(for attempt: Attempt, at now: MarketTime) -> Duration? {
        let ends = [
            byAttempt.blockedUntil(attempt), byAddress.blockedUntil(attempt.address),
            familiar.contains(attempt) ? nil : byName.next(attempt.name),
        ]
        guard let until = ends.compactMap(\.self).max(), until > now else { return nil }
        return until.elapsed(since: now)
    }

    /// Counts the attempt as failed until `succeeded` or `withdrew` takes that back, so that many at once gain nothing.
    mutating func began(_ attempt: Attempt, at now: MarketTime) -> Ticket {
        let perAttempt = byAttempt.raise(attempt, at: now)
        let perAddress = byAddress.raise(attempt.address, at: now)
        let isFamiliar = familiar.contains(attempt)
        if !isFamiliar { byName.spend(attempt.name, at: now) }
        return Ticket(
            attempt: attempt,
            perAttempt: perAttempt,
            perAddress: perAddress,
            isFamiliar: isFamiliar,
            wait: wait(for: attempt, at: now) ?? .zero
        )
    }

    /// The right password clears the name there; address and name elsewhere stand as they did before.
    mutating func succeeded(_ ticket: Ticket) {
        withdrew(ticket)
        byAttempt.clear(ticket.attempt)
        familiar.add(ticket.attempt)
    }

    /// Nobody found out whether the password is right.
    mutating func withdrew(_ ticket: Ticket) {
        byAttempt.takeBack(ticket.perAttempt)
        byAddress.takeBack(ticket.perAddress)
        if !ticket.isFamiliar { byName.giveBack(ticket.attempt.name) }
    }

    /// Somebody signed in without a password: the owner may be there.
    mutating func signedIn(_ attempt: Attempt) { familiar.add(attempt) }
}
