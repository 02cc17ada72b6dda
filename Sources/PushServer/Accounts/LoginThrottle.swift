internal import Shared

/// How long somebody who sent wrong passwords must wait before the next try (docs/PROTOCOL.md, "Wrong passwords").
///
/// - Each name has a count for each origin: 2 free failures, then a wait of 1 s that doubles up to 300 s. It is forgotten 15 minutes after its
///   last wait. This alone holds where the user has proved something: on a device, and at an address, where they signed in before.
/// - Strangers share an allowance for each name: 20 failures, then one in 2 minutes, so that many addresses cannot try one name.
/// - Strangers at one address share an allowance of names: 20 different ones, then another each minute, so that one address
///   cannot try many names. Further failures of a name cost it nothing: one person's typos are one name.
///
/// Whether there is such a name makes no difference. Signed-in terminals use tokens and never come here.
struct LoginThrottle {
    struct Attempt: Hashable {
        let name: UserName
        let origin: LoginOrigin
    }

    /// What an attempt did to the counts, so that it can be taken back.
    struct Ticket {
        fileprivate let attempt: Attempt
        fileprivate let step: FailureCounts<Attempt>.Step
        /// Set where the attempt brought its address another name.
        fileprivate let newNameAt: HostAddress?
        /// The wait before the next try, should this one fail.
        let wait: Duration
    }

    private var byAttempt = FailureCounts<Attempt>(free: 2)
    private var byName = FailureAllowance<UserName>(burst: 20, interval: .seconds(120))
    private var byAddress = FailureAllowance<HostAddress>(burst: 20, interval: .seconds(60))

    /// - Returns: the wait that is left, or nil if `attempt` may go ahead.
    func wait(for attempt: Attempt, at now: MarketTime) -> Duration? {
        var ends = [byAttempt.blockedUntil(attempt)]
        if let address = attempt.strangersAddress {
            ends.append(byName.next(attempt.name))
            if !byAttempt.remembers(attempt, at: now) { ends.append(byAddress.next(address)) }
        }
        guard let until = ends.compactMap(\.self).max(), until > now else { return nil }
        return until.elapsed(since: now)
    }

    /// Counts the attempt as failed until `succeeded` or `withdrew` takes that back, so that many at once gain nothing.
    mutating func began(_ attempt: Attempt, at now: MarketTime) -> Ticket {
        let newNameAt = byAttempt.remembers(attempt, at: now) ? nil : attempt.strangersAddress
        let step = byAttempt.raise(attempt, at: now)
        if attempt.strangersAddress != nil { byName.spend(attempt.name, at: now) }
        if let newNameAt { byAddress.spend(newNameAt, at: now) }
        return Ticket(
            attempt: attempt,
            step: step,
            newNameAt: newNameAt,
            wait: wait(for: attempt, at: now) ?? .zero
        )
    }

    /// The right password clears the name there; the name elsewhere stands as it did before.
    mutating func succeeded(_ ticket: Ticket) {
        withdrew(ticket)
        byAttempt.clear(ticket.attempt)
    }

    /// Nobody found out whether the password is right.
    mutating func withdrew(_ ticket: Ticket) {
        byAttempt.takeBack(ticket.step)
        if ticket.attempt.strangersAddress != nil { byName.giveBack(ticket.attempt.name) }
        if let address = ticket.newNameAt { byAddress.giveBack(address) }
    }
}

extension LoginThrottle.Attempt {
    /// Nil where the user has proved something.
    fileprivate var strangersAddress: HostAddress? {
        if case .stranger(let address) = origin { address } else { nil }
    }
}
