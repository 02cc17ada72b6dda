import TestSupport
import Testing

@testable import PostgresKit

@Suite(
    .timeLimit(.minutes(5)),
    .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed: apt-get install postgresql")
)
struct PostgresSchemaTests {
    private static let first = PostgresSchema.Migration(
        name: "1 users",
        statements: ["CREATE TABLE account (id BIGINT PRIMARY KEY)", "INSERT INTO account VALUES (1)"]
    )
    private static let second = PostgresSchema.Migration(name: "2 more", statements: ["INSERT INTO account VALUES (2)"])

    private func withDatabase(_ body: (PostgresConnection, PostgresAddress) async throws -> Void) async throws {
        try await PostgresServer.running().withDatabase { text in
            let address = try PostgresAddress(text)
            try await body(try PostgresConnection(address), address)
        }
    }

    private func fault(_ connection: PostgresConnection, _ migrations: [PostgresSchema.Migration]) -> String? {
        do { try PostgresSchema(migrations: migrations).migrate(connection) } catch { return "\(error)" }
        return nil
    }

    private func number(_ connection: PostgresConnection, _ sql: String) throws -> Int64? {
        try connection.transaction { try connection.rows(sql).int(0, 0) }
    }

    @Test func aLaterProgramAddsOnlyItsOwnMigrations() async throws {
        try await withDatabase { connection, _ in
            for migrations in [[Self.first], [Self.first], [Self.first, Self.second]] {
                let problem = fault(connection, migrations)
                #expect(problem == nil)
            }
            let accounts = try number(connection, "SELECT sum(id)::bigint FROM account")
            #expect(accounts == 3)
        }
    }

    @Test func nodesThatStartAtTheSameTimeMigrateOnce() async throws {
        try await withDatabase { connection, address in
            let problems = await withTaskGroup(of: String?.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        do {
                            try PostgresSchema(migrations: [Self.first, Self.second]).migrate(
                                PostgresConnection(address)
                            )
                        } catch { return "\(error)" }
                        return nil
                    }
                }
                return await group.reduce(into: []) { problems, problem in problems.append(problem) }
            }
            #expect(problems == [nil, nil, nil, nil])
            let done = try number(connection, "SELECT count(*) FROM tickwire_migration")
            #expect(done == 2)
        }
    }

    @Test func aNodeThatWaitsTooLongForAnotherOneSaysSo() async throws {
        try await withDatabase { connection, address in
            let hurried = try PostgresConnection(address, patience: .init(statement: .milliseconds(50)))
            try connection.transaction {
                // The other node's migration goes on.
                _ = try connection.rows("SELECT pg_advisory_xact_lock(8388345094170309221)")
                let problem = fault(hurried, [Self.first])
                #expect(problem == PostgresSchemaError.busy.description)
            }
        }
    }

    @Test func anOlderProgramRefusesANewerSchemaAndNamesWhatItDoesNotKnow() async throws {
        try await withDatabase { connection, _ in
            var problem = fault(connection, [Self.first, Self.second])
            #expect(problem == nil)
            problem = fault(connection, [Self.first])
            #expect(problem == PostgresSchemaError.newer(migration: "2 more").description)
        }
    }

    @Test func aDatabaseOfAnotherProgramIsLeftAlone() async throws {
        try await withDatabase { connection, _ in
            try connection.transaction { try connection.run("CREATE TABLE recipe (id BIGINT)") }
            let problem = fault(connection, [Self.first])
            #expect(problem == PostgresSchemaError.otherProgram(tables: 1).description)
            let tables = try number(connection, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
            #expect(tables == 1)
        }
    }

    @Test func aMigrationThatFailsChangesNothing() async throws {
        try await withDatabase { connection, _ in
            let problem = fault(
                connection,
                [Self.first, .init(name: "2", statements: ["INSERT INTO account VALUES (1)"])]
            )
            #expect(problem?.contains("23505") == true)
            let tables = try number(connection, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
            #expect(tables == 0)
        }
    }
}
