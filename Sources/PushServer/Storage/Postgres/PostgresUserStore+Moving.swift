extension PostgresUserStore {
    /// How many connections other programs of this project have to the database.
    func connectionsOfServers() async throws -> Int {
        try await read { db in
            let row = try db.one(
                """
                SELECT COUNT(*) AS count FROM pg_stat_activity
                WHERE datname = current_database() AND application_name = 'tickwire-server'
                """,
                []
            )
            return Int(row?.number("count") ?? 0)
        }
    }
}
