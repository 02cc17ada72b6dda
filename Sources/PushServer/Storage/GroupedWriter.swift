internal import GRDB
internal import Synchronization

/// Groups the writes of many callers. While one transaction is on its way to disk, new writes gather for the next one.
/// So two thousand terminals that return at once cost a few fsyncs instead of two thousand.
///
/// There is no task and no timer. Each caller adds its write and waits for the writer. The first one whose turn comes
/// performs all waiting writes.
final class GroupedWriter: Sendable {
    /// Reports the outcome of a write to its caller.
    private typealias Ending = @Sendable () -> Void

    private struct Write: Sendable {
        /// - Returns: a closure that reports the outcome, to be called once the write is on disk.
        let perform: @Sendable (Database) throws -> Ending
        let fail: @Sendable (any Error) -> Void
    }

    private struct State {
        var waiting: [Write] = []
        /// Whether to wait for another process that is writing. After one wait in vain, writes no longer wait.
        var isPatient = true
    }

    private let pool: DatabasePool
    private let patience: Duration
    private let counters: UserCounters
    private let state = Mutex(State())

    /// - Parameter patience: how long to wait for another process that is writing. After one wait in vain, no write
    ///   waits again until the database has accepted one, so that callers do not queue behind one wait after another.
    init(_ pool: DatabasePool, patience: Duration, counters: UserCounters) {
        (self.pool, self.patience, self.counters) = (pool, patience, counters)
    }

    /// The number of writes that wait for their turn.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Performs a write. When this returns, the write is on disk. If `body` throws, only its own changes are undone.
    /// - Parameter committed: called once the write is on disk, before the next one begins.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value,
        committed: @escaping @Sendable (Value) -> Void = { _ in }
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let write = Write { db in
                let value = try body(db)
                return {
                    committed(value)
                    continuation.resume(returning: value)
                }
            } fail: { error in
                continuation.resume(throwing: error)
            }
            state.withLock { $0.waiting.append(write) }
            pool.asyncWriteWithoutTransaction { [self] db in writeAll(db) }
        }
    }

    private func writeAll(_ db: Database) {
        let writes = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        if writes.isEmpty { return }
        var endings: [Ending] = []
        var hasChanged = false
        do {
            try db.inTransaction(.immediate) {
                for write in writes {
                    let before = db.totalChangesCount
                    let (ending, isDone) = try perform(write, db)
                    endings.append(ending)
                    if isDone, db.totalChangesCount > before { hasChanged = true }
                }
                return .commit
            }
            if hasChanged { counters.commits.add(1, ordering: .relaxed) }
            wait(patiently: true, db)
        } catch {
            counters.failedCommits.add(1, ordering: .relaxed)
            if (error as? DatabaseError)?.resultCode == .SQLITE_BUSY { wait(patiently: false, db) }
            endings = writes.map { write in { write.fail(error) } }
        }
        for ending in endings { ending() }
    }

    /// - Throws: if SQLite has rolled back the whole transaction, as it does when the disk is full.
    private func perform(_ write: Write, _ db: Database) throws -> (Ending, isDone: Bool) {
        var ending: Ending?
        do {
            try db.inSavepoint {
                ending = try write.perform(db)
                return .commit
            }
        } catch {
            guard db.isInsideTransaction else { throw error }
            return ({ write.fail(error) }, false)
        }
        return (ending ?? {}, true)
    }

    private func wait(patiently isPatient: Bool, _ db: Database) {
        let hasChanged = state.withLock { state in
            defer { state.isPatient = isPatient }
            return state.isPatient != isPatient
        }
        let milliseconds = isPatient ? Int(patience / .milliseconds(1)) : 0
        if hasChanged { try? db.execute(sql: "PRAGMA busy_timeout = \(milliseconds)") }
    }
}
