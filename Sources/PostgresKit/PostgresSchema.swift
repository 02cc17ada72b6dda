/// The tables of a program, as the steps that make them. Released steps never change, and new ones come last.
package struct PostgresSchema {
    package struct Migration {
        package let name: String
        /// Each one is a single statement.
        package let statements: [String]

        package init(name: String, statements: [String]) { (self.name, self.statements) = (name, statements) }
    }

    package let migrations: [Migration]

    package init(migrations: [Migration]) { self.migrations = migrations }

    /// Any number that all nodes agree on. Advisory locks of other databases do not count.
    private static let lock = Int64(0x7469_636B_7769_7265)

    /// Runs the migrations that the database lacks, in one transaction. Nodes that start at the same time wait for
    /// one another.
    /// - Parameters:
    ///   - connection: one whose statements may take long, because a migration may rewrite large tables.
    ///   - time: how long to wait for another node.
    /// - Throws: `PostgresSchemaError`, `PostgresError`
    package func migrate(_ connection: PostgresConnection, waiting time: Duration = .seconds(5)) throws {
        try connection.transaction {
            try connection.run("SET LOCAL lock_timeout = \(Int(time / .milliseconds(1)))")
            try lock(connection)
            let present = try connection.rows(
                """
                SELECT to_regclass('tickwire_migration') IS NOT NULL,
                    (SELECT count(*) FROM pg_tables WHERE schemaname = current_schema())
                """
            )
            if present.int(0, 0) == 0 {
                let tables = Int(present.int(0, 1) ?? 0)
                if tables > 0 { throw PostgresSchemaError.otherProgram(tables: tables) }
                try connection.run("CREATE TABLE tickwire_migration (name TEXT PRIMARY KEY)")
            }
            let done = try done(connection)
            if let unknown = done.subtracting(migrations.map(\.name)).min() {
                throw PostgresSchemaError.newer(migration: unknown)
            }
            for migration in migrations where !done.contains(migration.name) {
                for statement in migration.statements { try connection.run(statement) }
                try connection.run("INSERT INTO tickwire_migration VALUES ($1)", [.text(migration.name)])
            }
        }
    }

    /// Lasts until the transaction ends. Statements after it see what another node has committed before.
    private func lock(_ connection: PostgresConnection) throws {
        do {
            _ = try connection.rows("SELECT pg_advisory_xact_lock($1)", [.int(Self.lock)])
        } catch PostgresError.statement(let state, _) where ["55P03", "57014"].contains(state) {
            throw PostgresSchemaError.busy
        } catch PostgresError.statement(let state, let reason) where ["42883", "0A000"].contains(state) {
            throw PostgresSchemaError.noLocks(reason: reason)
        }
    }

    private func done(_ connection: PostgresConnection) throws -> Set<String> {
        let rows = try connection.rows("SELECT name FROM tickwire_migration")
        return Set((0..<rows.count).compactMap { rows.text($0, 0) })
    }
}

/// Why a database cannot get the tables.
package enum PostgresSchemaError: Error, Equatable, CustomStringConvertible {
    /// - Parameter migration: one that this program does not know.
    case newer(migration: String)
    case otherProgram(tables: Int)
    case busy
    /// The database is not PostgreSQL itself, and lacks advisory locks.
    case noLocks(reason: String)

    package var description: String {
        switch self {
        case .newer(let migration):
            "the database is newer than this program, which does not know its migration '\(migration)'; install the newer version"
        case .otherProgram(let tables):
            "the database has tables of another program (\(tables)); create an empty database and give its address"
        case .noLocks(let reason):
            "the database has no advisory locks (\(reason)), so two nodes could change its tables at the same time; use PostgreSQL itself"
        case .busy: "another node is changing the tables of the database; start this one again when it has ended"
        }
    }
}
