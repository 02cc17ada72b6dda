#if FLEET
    import PostgresKit
    import Shared
    import Testing

    @testable import PushServer

    /// Lends two stores on one database, the account in it, and a connection to look at it.
    /// - Parameter patience: that of the second one.
    func withNodes(
        patience: PostgresConnection.Patience = .init(),
        _ body: (PostgresUserStore, PostgresUserStore, AccountID, PostgresConnection) async throws -> Void
    ) async throws {
        try await withStore(.postgres) { store, account, open in
            let other = try await PostgresUserStore.open(
                open.place,
                limits: .test,
                patience: patience,
                now: { MarketTime(seconds: 1) }
            )
            let connection = try PostgresConnection(try PostgresAddress(open.place))
            try await body(try #require(store as? PostgresUserStore), other, account, connection)
            await other.close()
        }
    }

    /// Lets PostgreSQL run a statement of PL/pgSQL at each COMMIT that stores an outcome.
    func onCommit(_ statement: String, _ connection: PostgresConnection) throws {
        try connection.transaction {
            try connection.run(
                "CREATE FUNCTION on_commit() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN \(statement); RETURN NULL; END'"
            )
            try connection.run(
                """
                CREATE CONSTRAINT TRIGGER on_commit AFTER INSERT ON outcome DEFERRABLE INITIALLY DEFERRED
                FOR EACH ROW EXECUTE FUNCTION on_commit()
                """
            )
        }
    }

    func commitAsUsual(_ connection: PostgresConnection) throws {
        try connection.transaction { try connection.run("DROP FUNCTION on_commit CASCADE") }
    }

    /// What an error says.
    func problem(_ work: () async throws -> Void) async -> String {
        do { try await work() } catch { return "\(error)" }
        return "none"
    }
#endif
