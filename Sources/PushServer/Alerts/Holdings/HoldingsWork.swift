internal import Shared

/// The users whose holdings are to be worked out: one at a time, in turn, and each from the newest state. So a user who
/// changes much delays others by one calculation.
struct HoldingsWork {
    /// One calculation.
    struct Job {
        fileprivate let number: Int
        let account: AccountID
        let alerts: StoredAlerts
    }

    private var waiting: [AccountID: StoredAlerts] = [:]
    /// Who waits, the longest first.
    private var turns: [AccountID] = []
    /// The job that is under way, and whether its result is still wanted.
    private var current: (job: Job, isWanted: Bool)?
    private var number = 0

    /// The user's alerts have changed to these.
    mutating func add(_ alerts: StoredAlerts, of account: AccountID) {
        if waiting.updateValue(alerts, forKey: account) == nil { turns.append(account) }
    }

    /// The user's holdings no longer matter.
    mutating func drop(_ account: AccountID) {
        if waiting.removeValue(forKey: account) != nil { turns.removeAll { $0 == account } }
        if current?.job.account == account { current?.isWanted = false }
    }

    mutating func dropAll() {
        (waiting, turns) = ([:], [])
        current?.isWanted = false
    }

    /// - Returns: the job to begin; nil while another one is under way, or if there is none.
    mutating func next() -> Job? {
        if current != nil || turns.isEmpty { return nil }
        let account = turns.removeFirst()
        guard let alerts = waiting.removeValue(forKey: account) else { return nil }
        number += 1
        let job = Job(number: number, account: account, alerts: alerts)
        current = (job, true)
        return job
    }

    /// - Returns: whether the result of this job counts. It does not if the holdings no longer matter, or a newer state
    ///   waits: what the alerts have done since is only there.
    mutating func ended(_ job: Job) -> Bool {
        guard let ended = current, ended.job.number == job.number else { return false }
        current = nil
        return ended.isWanted && waiting[job.account] == nil
    }
}
