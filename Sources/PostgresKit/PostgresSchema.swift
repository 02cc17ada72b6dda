/// The tables of a program, as the steps that make them. Released steps never change, and new ones come last.
struct PostgresSchema {
    struct Migration {
        let name: String
        /// Each one is a single statement.
        let statements: [String]
    }

    let migrations: [Migration]

    /// Any number that all nodes agree on. Advisory locks of other databases do not count.
    private static let lock = Int64(0x7469_636B_7769_7265)

    /// Runs the migrations that the database lacks, in one transaction. Nodes that start at the same time wait for
    /// one another, as long as a statement may take.
    /// - Throws: `PostgresSchemaFault`, `PostgresError`
    func migrate(_ connection: PostgresConnection) throws {
        try connection.transaction {
            try lock(connection)
            let present = try connection.rows(
                """
                SELECT to_regclass('tickwire_migration') IS NOT NULL,
                    (SELECT count(*) FROM pg_tables WHERE schemaname = current_schema())
                """
            )
            if present.int(0, 0) == 0 {
                let tables = Int(present.int(0, 1) ?? 0)
                if tables > 0 { throw PostgresSchemaFault.otherProgram(tables: tables) }
                try connection.run("CREATE TABLE tickwire_migration (name TEXT PRIMARY KEY)")
            }
            let done = try done(connection)
            if let unknown = done.subtracting(migrations.map(\.name)).min() {
                throw PostgresSchemaFault.newer(migration: unknown)
            }
            for migration in migrations where !done.contains(migration.name) {
                for statement in migration.statements { try connection.run(statement) }
                try connection.run("INSERT INTO tickwire_migration VALUES ($1)", [.text(migration.name)])
            }
        }
    }

    /// Lasts until the transaction ends. What another node has committed before is seen by the statements after it.
    private func lock(_ connection: PostgresConnection) throws {
        do {
            _ = try connection.rows("SELECT pg_advisory_xact_lock($1)", [.int(Self.lock)])
        } catch PostgresError.statement(let state, _) where ["55P03", "57014"].contains(state) {
            throw PostgresSchemaFault.busy
        }
    }

    private func done(_ connection: PostgresConnection) throws -> Set<String> {
        let rows = try connection.rows("SELECT name FROM tickwire_migration")
        return Set((0..<rows.count).compactMap { rows.text($0, 0) })
    }
}

/// Why a database cannot get the tables.
enum PostgresSchemaFault: Error, Equatable, CustomStringConvertible {
    /// - Parameter migration: one that this program does not know.
    case newer(migration: String)
    case otherProgram(tables: Int)
    case busy

    var description: String {
        switch self {
        case .newer(let migration):
            "the database is newer than this program, which does not know its migration '\(migration)'; install the newer version"
        case .otherProgram(let tables):
            "the database has \(tables) tables of another program; create an empty database and give its address"
        case .busy: "another node is changing the tables of the database; start this one again when it has ended"
        }
    }
}
