internal import Foundation
internal import GRDB
internal import Shared

/// The outcomes of each client's newest mutations, and the values that they replaced, within one transaction.
///
/// Rows are stored in the order in which they were settled, not by client. So a batch of many clients' changes writes
/// a few database pages instead of one page for each client.
struct OutcomeRows {
    /// The stored outcome of a mutation.
    typealias Settled = (outcome: MutationResult.Outcome, version: UInt64, isChange: Bool)

    /// Effects up to this size are not counted separately, because together they cannot exceed `effectBytesMax`.
    private static let smallEffectBytes = 1024
    /// How many bytes of a client's effects are kept besides the newest effect. An undo cannot reach further back.
    static let effectBytesMax = 64 * 1024
    /// How many old outcomes are removed at a time. Each removal writes other database pages.
    private static let clearingInterval = 16
    /// Replaces an effect that is not kept. It reads as no effect, but still says that the mutation changed something.
    private static let droppedEffect = Data([0])

    let db: Database
    /// How many outcomes of a client are kept: enough for the mutations that it may be waiting for, and for undo.
    let countMax: Int

    /// - Parameter inFlight: how many mutations of a client may be unanswered.
    init(db: Database, inFlight: Int) {
        self.db = db
        countMax = max(inFlight, MutationHistory.depth)
    }

    /// - Returns: nil for an outcome that was forgotten.
    func outcome(_ number: UInt64, in log: OutcomeLog) throws -> Settled? {
        guard
            let id = log.id(of: number),
            let row = try db.row(
                "SELECT refusal, version, length(effect) > 0 AS changed FROM outcome WHERE id = ?",
                [id]
            )
        else { return nil }
        let refusal: String? = row["refusal"]
        return (refusal.map { .refused(reason: $0) } ?? .applied, UInt64(row["version"] as Int64), row["changed"])
    }

    /// The effects of the client's newest mutations.
    func history(of log: OutcomeLog) throws -> MutationHistory {
        var effects: [UInt64: MutationEffect] = [:]
        for (number, id) in log.newest(MutationHistory.depth) {
            let row = try db.row("SELECT version, effect FROM outcome WHERE id = ? AND refusal IS NULL", [id])
            guard let row else { continue }
            let version = UInt64(row["version"] as Int64)
            effects[number] = MutationEffect(version: version, bytes: Array(row["effect"] as Data))
        }
        return MutationHistory(effects)
    }

    /// Keeps the outcome of a client's next mutation. Sometimes also removes old outcomes.
    /// - Parameter effect: nil for a mutation that was refused.
    func append(_ result: MutationResult, _ effect: MutationEffect?, to log: inout OutcomeLog) throws {
        let effect = effect?.bytes ?? []
        var refusal: String?
        if case .refused(let reason) = result.outcome { refusal = reason }
        try db.run(
            "INSERT INTO outcome (refusal, version, effect) VALUES (?, ?, ?)",
            [refusal, Int64(result.version), Data(effect)]
        )
        log.append(db.lastInsertedRowID, number: result.number)
        if log.count >= countMax + Self.clearingInterval { try clear(&log) }
        if effect.count > Self.smallEffectBytes { try dropLargeEffects(of: log) }
    }

    /// Forgets outcomes for which no client waits, and effects that no undo can reach.
    private func clear(_ log: inout OutcomeLog) throws {
        try delete(log.removeOldest(keeping: countMax))
        // Earlier outcomes have already lost theirs.
        let tooOld = log.ids.dropLast(MutationHistory.depth).suffix(Self.clearingInterval)
        for id in tooOld { try dropEffect(of: id) }
    }

    /// Drops the oldest effects if a client's effects take too much room.
    private func dropLargeEffects(of log: OutcomeLog) throws {
        var total = 0
        for id in log.ids.reversed() {
            total += try db.row("SELECT length(effect) AS bytes FROM outcome WHERE id = ?", [id])?["bytes"] ?? 0
            if total > Self.effectBytesMax, id != log.ids.last { try dropEffect(of: id) }
        }
    }

    private func dropEffect(of id: Int64) throws {
        try db.run("UPDATE outcome SET effect = ? WHERE id = ? AND length(effect) > 1", [Self.droppedEffect, id])
    }

    func delete(_ ids: some Sequence<Int64>) throws {
        for id in ids { try db.run("DELETE FROM outcome WHERE id = ?", [id]) }
    }
}

/// The row ids of the outcomes of a client's newest mutations. The client's row stores it.
struct OutcomeLog: Equatable {
    /// The number of the newest mutation; 0 for a client that has settled none.
    private(set) var lastNumber: UInt64 = 0
    /// Row ids of `outcome`, ascending; the last one belongs to `lastNumber`. Numbers are settled in order, without
    /// gaps.
    private(set) var ids: [Int64] = []

    init() {}

    init(lastNumber: UInt64, ids: [Int64]) { (self.lastNumber, self.ids) = (lastNumber, ids) }

    /// - Parameter bytes: the difference of each id from the one before, as protobuf varints (7 bits a byte, the
    ///   lowest first).
    init(lastNumber: UInt64, bytes: Data) {
        self.lastNumber = lastNumber
        ids.reserveCapacity(bytes.count)
        bytes.withUnsafeBytes { bytes in
            var (last, distance, shift): (Int64, Int64, Int64) = (0, 0, 0)
            for byte in bytes {
                distance |= Int64(byte & 0x7F) << shift
                shift += 7
                if byte & 0x80 != 0 { continue }
                last &+= distance
                ids.append(last)
                (distance, shift) = (0, 0)
            }
        }
    }

    var bytes: Data {
        // Appending bytes to an array is ten times as fast as to Data.
        var bytes: [UInt8] = []
        bytes.reserveCapacity(2 * ids.count + 8)
        var last: Int64 = 0
        for id in ids {
            var distance = id - last
            while distance > 0x7F {
                bytes.append(UInt8(truncatingIfNeeded: distance) | 0x80)
                distance >>= 7
            }
            bytes.append(UInt8(distance))
            last = id
        }
        return Data(bytes)
    }

    var count: Int { ids.count }

    /// - Returns: nil for a mutation whose outcome was forgotten.
    func id(of number: UInt64) -> Int64? {
        guard number <= lastNumber, lastNumber - number < UInt64(ids.count) else { return nil }
        return ids[ids.count - 1 - Int(lastNumber - number)]
    }

    /// The numbers and row ids of the newest mutations, in order.
    func newest(_ most: Int) -> some Sequence<(UInt64, Int64)> {
        let ids = ids.suffix(most)
        return zip(lastNumber + 1 - UInt64(ids.count)..<lastNumber + 1, ids)
    }

    /// - Precondition: `number` follows the last one, and `id` is greater than the last one.
    mutating func append(_ id: Int64, number: UInt64) {
        lastNumber = number
        ids.append(id)
    }

    /// - Returns: the row ids that are no longer needed.
    mutating func removeOldest(keeping most: Int) -> [Int64] {
        let old = ids.prefix(max(0, ids.count - most))
        ids.removeFirst(old.count)
        return Array(old)
    }
}
