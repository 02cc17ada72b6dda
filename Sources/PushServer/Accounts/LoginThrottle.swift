internal import Shared

/// How long a user must wait after wrong passwords before the next try (docs/PROTOCOL.md, "Wrong passwords").
///
/// - Each name has a count for each origin: 2 free failures, then a wait of 1 s that doubles up to 300 s. The count is
///   forgotten 15 minutes after its last wait. A known device or a familiar address has only this limit.
/// - Strangers share an allowance for each name: 20 failures, then one every 2 minutes. So one name cannot be
///   attacked from many addresses together.
/// - Strangers at one address share an allowance of names: 20 different names, then another each minute. So one
///   address cannot attack many names. Further failures of a name do not count against the address, so one person's
///   typos count as one name.
///
/// All limits hold whether or not the name exists. Signed-in terminals use tokens and are not throttled here.
struct LoginThrottle {
    struct Attempt: Hashable, Sendable {
        let name: UserName
        let origin: LoginOrigin
    }

    /// The effect of an attempt on the counts, so that it can be undone.
    struct Ticket: Sendable {
        fileprivate let attempt: Attempt
        fileprivate let step: FailureCounts<Attempt>.Step
        /// Set if the attempt added a new name to its address.
        fileprivate let newNameAt: HostAddress?
        /// The wait before the next try if this one fails.
        let wait: Duration
    }

    fileprivate var byAttempt = FailureCounts<Attempt>(free: 2)
    fileprivate var byName = FailureAllowance<UserName>(burst: 20, interval: .seconds(120))
    fileprivate var byAddress = FailureAllowance<HostAddress>(burst: 20, interval: .seconds(60))

    /// - Returns: the remaining wait, or nil if `attempt` may go ahead.
    func wait(for attempt: Attempt, at now: MarketTime) -> Duration? {
        var ends = [byAttempt.blockedUntil(attempt)]
        if let address = attempt.strangersAddress {
            ends.append(byName.next(attempt.name))
            if !byAttempt.remembers(attempt, at: now) { ends.append(byAddress.next(address)) }
        }
        guard let until = ends.compactMap(\.self).max(), until > now else { return nil }
        return until.elapsed(since: now)
    }

    /// Counts the attempt as failed until `succeeded` or `withdrew` undoes that, so that parallel guesses gain
    /// nothing.
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

    /// The right password clears the count of this name and origin. Other counts return to their earlier values.
    mutating func succeeded(_ ticket: Ticket) {
        withdrew(ticket)
        byAttempt.clear(ticket.attempt)
    }

    /// Undoes the attempt, because its password was never checked.
    mutating func withdrew(_ ticket: Ticket) {
        byAttempt.takeBack(ticket.step)
        if ticket.attempt.strangersAddress != nil { byName.giveBack(ticket.attempt.name) }
        if let address = ticket.newNameAt { byAddress.giveBack(address) }
    }
}

extension LoginThrottle.Ticket {
    var countedAttempt: LoginThrottle.Attempt { attempt }
}

// MARK: Counts in a database

extension LoginThrottle {
    /// The counts that one attempt has a part in.
    enum Count: CaseIterable { case attempt, name, address }

    /// One of the counts that an attempt has a part in, as a database keeps it; nil: nothing is counted.
    subscript(_ count: Count, of attempt: Attempt) -> FailureRecord? {
        get {
            switch count {
            case .attempt: byAttempt[attempt]
            case .name: byName[paidAt: attempt.name].map { FailureRecord(failures: 0, blockedUntil: $0) }
            case .address:
                attempt.strangersAddress.flatMap { byAddress[paidAt: $0] }
                    .map { FailureRecord(failures: 0, blockedUntil: $0) }
            }
        }
        set {
            switch count {
            case .attempt: byAttempt[attempt] = newValue
            case .name: byName[paidAt: attempt.name] = newValue?.blockedUntil
            case .address:
                if let address = attempt.strangersAddress { byAddress[paidAt: address] = newValue?.blockedUntil }
            }
        }
    }
}

extension LoginThrottle.Attempt {
    /// Under which keys a database keeps the counts. They are hashes, because people type passwords where names belong.
    var countKeys: [LoginThrottle.Count: [UInt8]] {
        var texts: [LoginThrottle.Count: [String]] = [.attempt: ["attempt", name.folded, origin.words]]
        if let strangersAddress {
            texts[.name] = ["name", name.folded]
            texts[.address] = ["address", strangersAddress.text]
        }
        // No name and no address has this character.
        return texts.mapValues { SHA256.hash(Array($0.joined(separator: "\u{0}").utf8)) }
    }

    /// Nil if the origin is a known device or a familiar address.
    fileprivate var strangersAddress: HostAddress? {
        if case .stranger(let address) = origin { address } else { nil }
    }
}

extension LoginOrigin {
    fileprivate var words: String {
        switch self {
        case .device(let device): "device \(device.rawValue)"
        case .formerDevice(let token): "token \(token.bytes)"
        case .familiar(let address): "familiar \(address.text)"
        case .stranger(let address): "stranger \(address.text)"
        }
    }
}

/// Limits the failures of each key: a burst at once, then one in each interval.
///
/// This is the generic cell rate algorithm (ITU-T I.371, annex A). It stores one time for each key: the time at which
/// the rate will have allowed all its failures. The wait does not grow, so one stranger cannot use up the allowance
/// that all strangers share.
struct FailureAllowance<Key: Hashable> {
    /// Above this count, keys whose time has passed are dropped.
    private static var debtsMax: Int { 10_000 }

    private let burst: Int64
    /// In milliseconds.
    private let interval: Int64
    private var paidAt: [Key: MarketTime] = [:]

    /// - Parameter burst: how many tries may be made at once. If the last of them fails, the first wait begins.
    init(burst: Int64, interval: Duration) {
        (self.burst, self.interval) = (burst, interval.components.seconds * 1000)
    }

    /// When all failures of a key are paid for; nil: it has none.
    subscript(paidAt key: Key) -> MarketTime? {
        get { paidAt[key] }
        set { paidAt[key] = newValue }
    }

    /// - Returns: when another try may be made. Nil or a past time means now.
    func next(_ key: Key) -> MarketTime? { paidAt[key]?.adding(milliseconds: -(burst - 1) * interval) }

    mutating func spend(_ key: Key, at now: MarketTime) {
        if paidAt.count >= Self.debtsMax { paidAt = paidAt.filter { $0.value > now } }
        paidAt[key] = max(paidAt[key] ?? now, now).adding(milliseconds: interval)
    }

    mutating func giveBack(_ key: Key) { paidAt[key] = paidAt[key]?.adding(milliseconds: -interval) }
}
