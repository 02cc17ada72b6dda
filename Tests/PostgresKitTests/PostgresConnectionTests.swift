import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PostgresKit

@Suite(
    .timeLimit(.minutes(5)),
    .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed: apt-get install postgresql")
)
struct PostgresConnectionTests {
    private func withDatabase(_ body: (PostgresAddress) throws -> Void) async throws {
        try await PostgresServer.running().withDatabase { try body(PostgresAddress($0)) }
    }

    private func withTable(_ body: (PostgresConnection, PostgresAddress) throws -> Void) async throws {
        try await withDatabase { address in
            let connection = try PostgresConnection(address)
            try connection.transaction {
                try connection.run("CREATE TABLE item (id BIGINT PRIMARY KEY, value BYTEA NOT NULL)")
            }
            try body(connection, address)
        }
    }

    private func insert(_ ids: [Int64], _ connection: PostgresConnection) throws {
        try connection.run(
            "INSERT INTO item SELECT * FROM unnest($1, $2)",
            [.ints(ids), .byteArrays(ids.map { [UInt8(truncatingIfNeeded: $0)] })]
        )
    }

    /// Lets PostgreSQL run a statement of PL/pgSQL at each COMMIT that inserts items. A quote in it is written twice.
    private func onCommit(_ statement: String, _ connection: PostgresConnection) throws {
        try connection.run(
            """
            CREATE FUNCTION on_commit() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN \(statement); RETURN NULL; END'
            """
        )
        try connection.run(
            """
            CREATE CONSTRAINT TRIGGER on_commit AFTER INSERT ON item DEFERRABLE INITIALLY DEFERRED
            FOR EACH ROW EXECUTE FUNCTION on_commit()
            """
        )
    }

    private func failure(_ body: () throws -> Void) -> PostgresError? {
        do { try body() } catch { return error as? PostgresError }
        return nil
    }

    private func ids(_ connection: PostgresConnection) throws -> [Int64?] {
        try connection.transaction {
            let rows = try connection.rows("SELECT id FROM item ORDER BY id")
            return (0..<rows.count).map { rows.int($0, 0) }
        }
    }

    @Test func valuesComeBackAsTheyWereSent() async throws {
        try await withDatabase { address in
            let connection = try PostgresConnection(address)
            try connection.transaction {
                let rows = try connection.rows(
                    "SELECT $1, $2, $3, $4, $5, $6, cardinality($7)::bigint, NULL::bytea",
                    [
                        .int(.min), .bool(true), .text("Grüße"), .bytes([0, 255]), .bytes([]), .text(""), .ints([]),
                    ]
                )
                #expect(rows.int(0, 0) == .min && rows.int(0, 1) == 1 && rows.text(0, 2) == "Grüße")
                #expect(rows.bytes(0, 3) == [0, 255] && rows.bytes(0, 4) == [] && rows.text(0, 5) == "")
                #expect(rows.int(0, 6) == 0 && rows.bytes(0, 7) == nil)
                let texts = try connection.rows("SELECT unnest($1)", [.texts(["a", nil, "c"])])
                #expect((0..<texts.count).map { texts.text($0, 0) } == ["a", nil, "c"])
            }
        }
    }

    @Test func oneStatementWritesManyRowsAndAnotherConnectionReadsThem() async throws {
        try await withTable { connection, address in
            try connection.transaction { try insert(Array(1...20_000), connection) }
            let read = try ids(try PostgresConnection(address))
            #expect(read == (1...20_000).map { $0 })
        }
    }

    @Test func aStatementThatFailsUndoesItsTransactionAndTheConnectionGoesOn() async throws {
        try await withTable { connection, _ in
            let problem = failure {
                try connection.transaction {
                    try insert([1, 2], connection)
                    try insert([1], connection)
                    try insert([3], connection)
                }
            }
            guard case .statement("23505", _)? = problem else {
                Issue.record("not a duplicate key: \(String(describing: problem))")
                return
            }
            var known = try ids(connection)
            #expect(known.isEmpty)
            // Statements that were skipped are prepared again.
            try connection.transaction { try insert([4], connection) }
            known = try ids(connection)
            #expect(known == [4])
        }
    }

    @Test func anErrorOfTheCallerUndoesTheTransaction() async throws {
        struct Refused: Error {}
        try await withTable { connection, _ in
            do {
                try connection.transaction {
                    try insert([1], connection)
                    throw Refused()
                }
                Issue.record("the error was lost")
            } catch is Refused {}
            let known = try ids(connection)
            #expect(known.isEmpty)
        }
    }

    @Test func aLockThatIsNotReleasedIsWaitedForNoLongerThanAllowed() async throws {
        try await withTable { connection, address in
            try connection.transaction { try insert([1], connection) }
            let hurried = try PostgresConnection(address, patience: .init(statement: .milliseconds(50)))
            try connection.transaction {
                _ = try connection.rows("SELECT id FROM item FOR NO KEY UPDATE")
                let problem = failure {
                    try hurried.transaction { _ = try hurried.rows("SELECT id FROM item FOR NO KEY UPDATE") }
                }
                // lock_not_available or query_canceled: both limits are equally long.
                guard case .statement(let state, _)? = problem, ["55P03", "57014"].contains(state) else {
                    Issue.record("no limit: \(String(describing: problem))")
                    return
                }
            }
        }
    }

    @Test func aConnectionThatIsLostBeforeCommitHasChangedNothing() async throws {
        try await withTable { connection, address in
            let other = try PostgresConnection(address)
            let problem = failure {
                try connection.transaction {
                    let own = try connection.rows("SELECT pg_backend_pid()::bigint").int(0, 0)
                    try insert([1], connection)
                    try other.transaction {
                        _ = try other.rows("SELECT pg_terminate_backend($1::int, 5000)", [.int(own ?? 0)])
                    }
                    _ = try connection.rows("SELECT 1")
                }
            }
            #expect(problem?.endsConnection == true)
            let known = try ids(other)
            #expect(known.isEmpty)
        }
    }

    /// As when a standby does not answer: nobody may tell such a change as confirmed.
    @Test func aCommitThatIsNotAnsweredHasAnUnknownOutcome() async throws {
        try await withTable { connection, address in
            let waiting = try PostgresConnection(address, patience: .init(commit: .milliseconds(50)))
            let problem = failure {
                try waiting.transaction {
                    try waiting.run("SET LOCAL synchronous_commit = on")
                    // This sleep of the database is the fault: the commit must outlast the patience above.
                    try onCommit("PERFORM pg_sleep(2)", waiting)
                    try insert([1], waiting)
                }
            }
            #expect(problem == .unknownOutcome(reason: "it has not answered in time"))
        }
    }

    @Test func aCommitWithAWarningConfirmsNothing() async throws {
        try await withTable { connection, _ in
            let problem = failure {
                try connection.transaction {
                    try onCommit("RAISE WARNING ''no standby''", connection)
                    try insert([1], connection)
                }
            }
            #expect(problem == .unknownOutcome(reason: "COMMIT came with a warning: no standby"))
        }
    }

    /// Nobody waits for the end of a transaction that has only read, but it ends.
    @Test func aReadThatIsOverHoldsNoLock() async throws {
        try await withTable { connection, address in
            _ = try connection.reading { try connection.rows("SELECT id FROM item") }
            let other = try PostgresConnection(address)
            try other.transaction { try other.run("DROP TABLE item") }
            let rows = try connection.reading { try connection.rows("SELECT 7::bigint") }
            #expect(rows.int(0, 0) == 7)
        }
    }

    /// A lock is asked for together with what it protects.
    @Test func aStatementAfterALockSeesWhatWasCommittedBeforeTheLockWasFree() async throws {
        try await withTable { holder, address in
            try holder.transaction { try insert([1], holder) }
            let reader = LockedReading(address)
            try holder.transaction {
                _ = try holder.rows("SELECT id FROM item FOR UPDATE")
                reader.start()
                try reader.awaitLock()
                try holder.run("UPDATE item SET value = $1", [.bytes([9])])
            }
            #expect(try reader.result() == [9])
        }
    }

    /// Reads the value of the only item on a thread of its own, because it waits for the item's lock first.
    private final class LockedReading: Sendable {
        private let address: PostgresAddress
        private let outcome = Mutex<Result<[UInt8]?, any Error>?>(nil)
        private let isDone = DispatchSemaphore(value: 0)

        init(_ address: PostgresAddress) { self.address = address }

        func start() {
            Thread.detachNewThread { [self] in
                let read = Result {
                    let connection = try PostgresConnection(address)
                    return try connection.transaction {
                        let statements = ["SELECT id FROM item FOR UPDATE", "SELECT value FROM item"]
                        return try connection.rows(of: statements.map { ($0, []) })[1].bytes(0, 0)
                    }
                }
                outcome.withLock { $0 = read }
                isDone.signal()
            }
        }

        /// - Throws: if the reading ends without having waited.
        func awaitLock() throws {
            let connection = try PostgresConnection(address)
            while true {
                let waiting = try connection.reading {
                    let rows = try connection.rows(
                        """
                        SELECT count(*) FROM pg_stat_activity
                        WHERE datname = current_database() AND wait_event_type = 'Lock'
                        """
                    )
                    return rows.int(0, 0)
                }
                if waiting == 1 { return }
                try #require(outcome.withLock { $0 == nil })
            }
        }

        func result() throws -> [UInt8]? {
            isDone.wait()
            return try outcome.withLock { try $0?.get() }
        }
    }

    @Test func aStatementThatFailsAmongOthersSentWithItLeavesTheConnectionUsable() async throws {
        try await withTable { connection, _ in
            for broken in 0...2 {
                var statements: [PostgresStatement] = (1...3).map { ("SELECT $1", [.int($0)]) }
                statements[broken] = ("SELECT 1 / $1", [.int(0)])
                let problem = failure {
                    try connection.transaction {
                        try insert([7], connection)
                        _ = try connection.rows(of: statements)
                    }
                }
                #expect(problem == .statement(state: "22012", reason: "division by zero"))
                let left = try ids(connection)
                #expect(left == [])
            }
        }
    }

    /// The answer to a read's end arrives with the next transaction, whatever that does.
    @Test func aTransactionAfterAReadHasItsOwnOutcome() async throws {
        try await withTable { connection, _ in
            try read(connection)
            try connection.transaction { try insert([1], connection) }
            try read(connection)
            let problem = failure { try connection.transaction { try connection.run("SELECT nothing") } }
            var state: String?
            if case .statement(let code, _)? = problem { state = code }
            #expect(state == "42703", "the column is missing")
            #expect(isEndedByItsCaller(connection))
            try read(connection)
            let left = try ids(connection)
            #expect(left == [1])
        }
    }

    private func read(_ connection: PostgresConnection) throws {
        _ = try connection.reading { try connection.rows("SELECT 1::bigint") }
    }

    /// Throws in the middle of a read.
    private func isEndedByItsCaller(_ connection: PostgresConnection) -> Bool {
        do {
            try connection.reading {
                _ = try connection.rows("SELECT 1::bigint")
                throw CancellationError()
            }
        } catch {
            return error is CancellationError
        }
        return false
    }

    @Test func aDatabaseThatIsNotThereIsOneClearLine() async throws {
        let address = try PostgresAddress("postgres:///tickwire?host=/nonexistent")
        let problem = failure { _ = try PostgresConnection(address) }
        let text = problem?.description ?? "no error"
        #expect(text.hasPrefix("the database cannot be reached: ") && text.contains("/nonexistent"))
    }
}
