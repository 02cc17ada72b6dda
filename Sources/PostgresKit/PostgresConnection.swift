import CPostgres
import PlatformKit

/// One connection to PostgreSQL, in libpq's pipeline mode: statements are sent without waiting for the results of
/// those before them. It belongs to one thread, which it blocks, and which is never an event loop.
package final class PostgresConnection {
    /// The oldest version that the store supports.
    package static let versionMin = 150_000

    /// How long PostgreSQL may take.
    package struct Patience {
        /// For a lock, for a statement, and between two statements of a transaction.
        package var statement = Duration.seconds(5)
        package var commit = Duration.seconds(5)

        package init(statement: Duration = .seconds(5), commit: Duration = .seconds(5)) {
            (self.statement, self.commit) = (statement, commit)
        }
    }

    /// The statements that PostgreSQL has not answered yet, in order.
    private enum Awaited {
        case preparation(Statement)
        case statement
        case synchronization
    }

    /// A statement is prepared once for each combination of types.
    private struct Statement: Hashable {
        let sql: String
        let types: [Oid]
    }

    private let connection: OpaquePointer
    private let patience: Patience
    private let warnings = PostgresWarnings()
    private var prepared: [Statement: String] = [:]
    private var statementsMade = 0
    /// Answers before `nextAwaited` have arrived.
    private var awaited: [Awaited] = []
    private var nextAwaited = 0

    /// - Throws: `PostgresError.unreachable`, `PostgresError.olderServer`
    package init(_ address: PostgresAddress, patience: Patience = Patience()) throws(PostgresError) {
        self.patience = patience
        let parameters = address.parameters
        let opened = withCStrings(parameters.map(\.name)) { names in
            withCStrings(parameters.map(\.value)) { values in PQconnectdbParams(names, values, 1) }
        }
        guard let opened else { throw .unreachable(reason: "libpq has no memory") }
        connection = opened
        warnings.listen(to: opened)
        guard PQstatus(opened) == CONNECTION_OK else { throw .unreachable(reason: Self.reason(opened)) }
        let version = Int(PQserverVersion(opened))
        if version < Self.versionMin { throw .olderServer(version: version) }
        guard PQsetnonblocking(opened, 1) == 0, PQenterPipelineMode(opened) == 1 else {
            throw .unreachable(reason: Self.reason(opened))
        }
        try configure()
    }

    /// Closes the socket. PostgreSQL is not asked to cancel anything, because a COMMIT that waits for a standby
    /// would report success when it is cancelled.
    deinit { PQfinish(connection) }

    /// Without limits, a paused node would hold users' locks forever. And one plan of a statement serves all values,
    /// because they are keys. Left to itself, PostgreSQL plans most of these statements anew each time.
    private func configure() throws(PostgresError) {
        let limit = PostgresValue.text("\(Int(patience.statement / .milliseconds(1)))")
        do {
            try transaction {
                try run(
                    """
                    SELECT set_config('lock_timeout', $1, FALSE), set_config('statement_timeout', $1, FALSE),
                        set_config('idle_in_transaction_session_timeout', $1, FALSE),
                        set_config('plan_cache_mode', 'force_generic_plan', FALSE)
                    """,
                    [limit]
                )
            }
        } catch let error as PostgresError {
            throw error
        } catch {
            throw .unreachable(reason: "\(error)")
        }
    }

    // MARK: Transactions

    /// Where changes must be on disk before they count as committed.
    package enum Durability: Sendable {
        /// Where the database's configuration says, such as on the primary and a synchronous standby.
        case configured
        /// On the primary alone. A failover may lose the changes. The commit does not wait for a standby that is away.
        case primary
    }

    /// Runs `body` in a transaction under READ COMMITTED. When this returns, its changes are committed.
    /// - Throws: the error of `body`, after a rollback; or `PostgresError`.
    package func transaction<Value>(_ durability: Durability = .configured, _ body: () throws -> Value) throws -> Value
    {
        try rollingBackOnError {
            try run("BEGIN ISOLATION LEVEL READ COMMITTED")
            let value = try body()
            // Each transaction may choose (PostgreSQL 15, section 20.5.1).
            if durability == .primary { try run("SET LOCAL synchronous_commit = local") }
            try commit()
            return value
        }
    }

    /// Whether everything that was sent has been answered, or the connection was lost. It does not wait.
    package var isAnswered: Bool {
        // The first look may find only a last warning. Then the second one finds the end of the connection behind it.
        (0..<2).contains { _ in PQconsumeInput(connection) == 0 || PQisBusy(connection) == 0 }
    }

    /// Reads the state of one moment.
    /// - Throws: the error of `body`, or `PostgresError`.
    package func reading<Value>(_ body: () throws -> Value) throws -> Value {
        try rollingBackOnError {
            try run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            let value = try body()
            // Nobody waits for the end of a transaction that has only read. The next one receives its answer.
            try run("COMMIT")
            try synchronize()
            return value
        }
    }

    private func rollingBackOnError<Value>(_ transaction: () throws -> Value) throws -> Value {
        do {
            return try transaction()
        } catch let error as PostgresError where error.endsConnection {
            throw error
        } catch {
            try rollBack()
            throw error
        }
    }

    /// Sends a statement. If it fails, the transaction's next wait throws its error.
    /// - Throws: `PostgresError.lost`
    package func run(_ sql: String, _ parameters: [PostgresValue] = []) throws(PostgresError) {
        let name = try prepare(Statement(sql: sql, types: parameters.map(\.type)))
        let values = parameters.map { $0 == .null ? nil : $0.binary }
        // An empty array has no address, and libpq takes a parameter without an address for NULL.
        let sent = (values.compactMap(\.self).flatMap(\.self) + [0]).withUnsafeBytes { bytes in
            var (offset, pointers) = (0, [UnsafePointer<CChar>?]())
            for value in values {
                let start = bytes.baseAddress?.advanced(by: offset).assumingMemoryBound(to: CChar.self)
                pointers.append(value == nil ? nil : start)
                offset += value?.count ?? 0
            }
            let binary = [Int32](repeating: 1, count: values.count)
            let lengths = values.map { Int32($0?.count ?? 0) }
            return PQsendQueryPrepared(connection, name, Int32(values.count), pointers, lengths, binary, 1)
        }
        guard sent == 1 else { throw .lost(reason: Self.reason(connection)) }
        awaited.append(.statement)
    }

    /// Sends a statement and waits for its rows, and so for all statements before it.
    /// - Throws: `PostgresError.statement`, `PostgresError.lost`
    package func rows(_ sql: String, _ parameters: [PostgresValue] = []) throws(PostgresError) -> PostgresRows {
        try rows(of: [(sql, parameters)])[0]
    }

    /// Sends all statements before it waits for the rows of the first one. In READ COMMITTED, each of them sees what
    /// others have committed before it begins.
    /// - Parameter statements: at least one. Only the first one may wait for a lock.
    /// - Throws: `PostgresError.statement`, `PostgresError.lost`
    package func rows(of statements: [PostgresStatement]) throws(PostgresError) -> [PostgresRows] {
        var places: [Int] = []
        for (sql, parameters) in statements {
            try run(sql, parameters)
            places.append(awaited.count - 1)
            // PostgreSQL would hold this answer back until the last one, so that one patience would have to do for the
            // lock and for all others.
            if places.count == 1, statements.count > 1 { try flush() }
        }
        // PostgreSQL limits the time between two statements of a transaction only after a synchronization.
        try synchronize()
        // Longer than PostgreSQL's own limit, so that its message arrives first.
        let wait = patience.statement + .seconds(1)
        var rows: [PostgresRows] = []
        for place in places {
            while nextAwaited < place { PQclear(try receive(within: wait)) }
            rows.append(PostgresRows(try receive(within: wait)))
        }
        PQclear(try receive(within: wait))
        return rows
    }

    private func prepare(_ statement: Statement) throws(PostgresError) -> String {
        if let name = prepared[statement] { return name }
        statementsMade += 1
        let name = "s\(statementsMade)"
        guard PQsendPrepare(connection, name, statement.sql, Int32(statement.types.count), statement.types) == 1
        else { throw .lost(reason: Self.reason(connection)) }
        prepared[statement] = name
        awaited.append(.preparation(statement))
        return name
    }

    private func commit() throws(PostgresError) {
        // The limit on statements must not cancel a COMMIT that waits for a standby.
        try run("SET LOCAL statement_timeout = 0")
        // PostgreSQL would hold earlier answers back until COMMIT's, so the delays could not be told apart.
        try flush()
        warnings.last = nil
        try run("COMMIT")
        do throws(PostgresError) {
            try synchronize()
            while nextAwaited < awaited.count - 2 { PQclear(try receive(within: patience.statement + .seconds(1))) }
            let result = try receiveCommit()
            defer { PQclear(result) }
            if let warning = warnings.last { throw .lost(reason: "COMMIT came with a warning: \(warning)") }
            let tag = String(cString: PQcmdStatus(result))
            guard tag == "COMMIT" else { throw .lost(reason: "COMMIT was answered with \(tag)") }
            PQclear(try receive(within: patience.commit))
        } catch .lost(let reason) {
            throw .unknownOutcome(reason: reason)
        }
    }

    /// PostgreSQL may be stopped after it has committed and before it says so. So an error in answer to COMMIT
    /// proves nothing.
    private func receiveCommit() throws(PostgresError) -> OpaquePointer {
        do throws(PostgresError) {
            return try receive(within: patience.commit)
        } catch .statement(_, let reason) {
            throw .lost(reason: reason)
        }
    }

    /// Returns once nothing is awaited any more and no transaction is open.
    private func rollBack() throws(PostgresError) {
        try synchronize()
        try receiveAll()
        try run("ROLLBACK")
        try synchronize()
        try receiveAll()
    }

    /// PostgreSQL sends the answers up to here as soon as it has them.
    private func flush() throws(PostgresError) {
        guard PQsendFlushRequest(connection) == 1 else { throw .lost(reason: Self.reason(connection)) }
    }

    /// After a failed statement, PostgreSQL skips all others up to here.
    private func synchronize() throws(PostgresError) {
        guard PQpipelineSync(connection) == 1 else { throw .lost(reason: Self.reason(connection)) }
        awaited.append(.synchronization)
    }

    private func receiveAll() throws(PostgresError) {
        while nextAwaited < awaited.count {
            do throws(PostgresError) {
                PQclear(try receive(within: patience.statement + .seconds(1)))
            } catch .statement {
                continue
            }
        }
    }

    // MARK: Results

    /// Waits for the next awaited result.
    private func receive(within time: Duration) throws(PostgresError) -> OpaquePointer {
        let deadline = ContinuousClock.now + time
        let expected = awaited[nextAwaited]
        guard let result = try next(until: deadline) else { throw .lost(reason: "a result is missing") }
        nextAwaited += 1
        if nextAwaited == awaited.count { (awaited, nextAwaited) = ([], 0) }
        if case .synchronization = expected { return result }
        // The end of this statement's results.
        PQclear(try next(until: deadline))
        let status = PQresultStatus(result)
        if status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK { return result }
        defer { PQclear(result) }
        if case .preparation(let statement) = expected { prepared[statement] = nil }
        if PQstatus(connection) == CONNECTION_BAD { throw .lost(reason: Self.reason(connection)) }
        throw .statement(
            state: Self.field("C", of: result) ?? "",
            reason: Self.field("M", of: result) ?? "it was skipped after another one had failed"
        )
    }

    private func next(until deadline: ContinuousClock.Instant) throws(PostgresError) -> OpaquePointer? {
        while true {
            let unsent = PQflush(connection)
            if unsent < 0 { throw .lost(reason: Self.reason(connection)) }
            if PQisBusy(connection) == 0 { return PQgetResult(connection) }
            let left = deadline - .now
            if left <= .zero { throw .lost(reason: "it has not answered in time") }
            var socket = pollfd(fd: PQsocket(connection), events: Int16(POLLIN), revents: 0)
            if unsent > 0 { socket.events |= Int16(POLLOUT) }
            let ready = poll(&socket, 1, Int32(clamping: Int(left / .milliseconds(1)) + 1))
            if ready < 0, errno != EINTR { throw .lost(reason: String(cString: strerror(errno))) }
            if ready > 0, socket.revents & ~Int16(POLLOUT) != 0, PQconsumeInput(connection) == 0 {
                throw .lost(reason: Self.reason(connection))
            }
        }
    }

    /// - Parameter code: the letter of a field of an error (PG_DIAG_...).
    static func field(_ code: Unicode.Scalar, of result: OpaquePointer?) -> String? {
        PQresultErrorField(result, Int32(code.value)).map { String(cString: $0) }
    }

    private static func reason(_ connection: OpaquePointer) -> String {
        let message = PQerrorMessage(connection).map { String(cString: $0).libpqReason } ?? ""
        return message.isEmpty ? "libpq gives no reason" : message
    }
}
