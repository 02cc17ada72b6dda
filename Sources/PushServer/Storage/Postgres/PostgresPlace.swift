internal import PostgresKit
internal import Shared

/// Where a database is: PostgreSQL's system identifier, its timeline, and the number of the table that holds the store's
/// identity. After a failover or a restore, one of them differs, and the store gets a new identity.
enum PostgresPlace {
    /// Reads the store's identity, and renews it if the database's place has changed since it got this identity.
    /// - Throws: `PostgresStoreError`, `PostgresError`
    static func identity(of link: PostgresLink) throws -> StoreIdentity {
        let place = try place(of: link)
        // A lock needs a commit, which would wait for a standby that is away.
        if let known = try link.connection.reading({ try identity(in: link, at: place) }) { return known }
        return try link.connection.transaction {
            let session = PostgresSession(link)
            if let known = try identity(in: link, at: place, locking: "FOR NO KEY UPDATE") { return known }
            let identity = StoreIdentity.random()
            _ = try session.rows("UPDATE store SET identity = $1, place = $2", [.int(identity.rawValue), .text(place)])
            return identity
        }
    }

    /// - Returns: nil if the store got its identity at another place.
    private static func identity(
        in link: PostgresLink,
        at place: String,
        locking: String = ""
    ) throws -> StoreIdentity? {
        let known = try PostgresSession(link).rows("SELECT identity, place FROM store \(locking)", []).all.first
        return known.flatMap { $0.text("place") == place ? StoreIdentity(rawValue: $0.number("identity")) : nil }
    }

    private static func place(of link: PostgresLink) throws -> String {
        do {
            return try link.connection.reading {
                let rows = try PostgresSession(link).rows(
                    """
                    SELECT (SELECT system_identifier FROM pg_control_system())::text || ' '
                        || left(pg_walfile_name(pg_current_wal_lsn()), 8) || ' ' || 'store'::regclass::oid::text AS place
                    """,
                    []
                )
                return rows.all.first?.text("place") ?? ""
            }
        } catch PostgresError.statement(let state, let reason) where ["42883", "42501", "0A000"].contains(state) {
            throw PostgresStoreError.noTimeline(reason)
        }
    }
}

/// Why a database cannot hold a store.
enum PostgresStoreError: Error, Equatable, CustomStringConvertible {
    case noTimeline(String)
    /// The lease row has values that no node writes.
    case unreadableLease
    /// The lease has had the highest term that there is, so no other node can take it.
    case lastTerm

    var description: String {
        switch self {
        case .unreadableLease:
            "the table 'lease' has a row that no node has written; delete it, and a node takes the lease anew"
        case .lastTerm:
            "the table 'lease' has reached the last term, \(UInt32.max), which only a wrong row explains; stop all nodes, delete the row, and start them again"
        case .noTimeline(let reason):
            "the database does not tell its system identifier and timeline (\(reason)), so a failover that loses changes could not be noticed; use PostgreSQL itself, and a user who may call pg_control_system() and pg_walfile_name()"
        }
    }
}
