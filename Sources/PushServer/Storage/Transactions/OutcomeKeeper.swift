internal import Shared

/// Keeps the outcomes and effects of a client's newest mutations, in whichever database.
///
/// Outcomes are stored in the order in which they were settled, not by client. So a batch of many clients' changes
/// writes a few database pages instead of one page for each client.
struct OutcomeKeeper<Rows: UserTransactionRows> {
    let rows: Rows
    /// How many outcomes of a client are kept: enough for the mutations that it may be waiting for, and for undo.
    let countMax: Int

    /// - Parameter inFlight: how many mutations of a client may be unanswered.
    init(_ rows: Rows, inFlight: Int) {
        self.rows = rows
        countMax = max(inFlight, MutationHistory.depth)
    }

    /// - Returns: nil for an outcome that was forgotten.
    func outcome(_ number: UInt64, in log: OutcomeLog) throws -> StoredOutcome? {
        try log.id(of: number).flatMap(rows.outcome)
    }

    /// The effects of the client's newest mutations.
    func history(of log: OutcomeLog) throws -> MutationHistory {
        let newest = Array(log.newest(MutationHistory.depth))
        let stored = try rows.effects(of: newest.map(\.1))
        var effects: [UInt64: MutationEffect] = [:]
        for (number, id) in newest {
            if let effect = stored[id] {
                effects[number] = MutationEffect(version: effect.version, bytes: effect.bytes)
            }
        }
        return MutationHistory(effects)
    }

    /// Keeps the outcome of a client's next mutation. Sometimes also removes old outcomes.
    /// - Parameter effect: nil for a mutation that was refused.
    func append(_ result: MutationResult, _ effect: MutationEffect?, to log: inout OutcomeLog) throws {
        let effect = effect?.bytes ?? []
        var refusal: String?
        if case .refused(let reason) = result.outcome { refusal = reason }
        let id = try rows.addOutcome(refusal: refusal, version: result.version, effect: effect)
        log.append(id, number: result.number)
        if log.count >= countMax + OutcomeLog.clearingInterval { try clear(&log) }
        if effect.count > OutcomeLog.smallEffectBytes { try dropLargeEffects(of: log) }
    }

    /// Forgets outcomes for which no client waits, and effects that no undo can reach.
    private func clear(_ log: inout OutcomeLog) throws {
        try rows.removeOutcomes(log.removeOldest(keeping: countMax))
        // Earlier outcomes have already lost theirs.
        try rows.dropEffects(of: log.ids.dropLast(MutationHistory.depth).suffix(OutcomeLog.clearingInterval))
    }

    /// Drops the oldest effects if a client's effects take too much room.
    private func dropLargeEffects(of log: OutcomeLog) throws {
        let sizes = try rows.effectBytes(of: log.ids)
        var total = 0
        var dropped: [Int64] = []
        for id in log.ids.reversed() {
            total += sizes[id] ?? 0
            if total > OutcomeLog.effectBytesMax, id != log.ids.last { dropped.append(id) }
        }
        try rows.dropEffects(of: dropped)
    }
}
