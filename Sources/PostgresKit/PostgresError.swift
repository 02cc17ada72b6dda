/// Why PostgreSQL has not done what was asked.
package enum PostgresError: Error, Equatable, Sendable, CustomStringConvertible {
    case unreachable(reason: String)
    /// - Parameter version: as libpq writes it: 150004 for 15.4.
    case olderServer(version: Int)
    /// A statement failed, and its transaction has changed nothing.
    /// - Parameter state: the SQLSTATE.
    case statement(state: String, reason: String)
    /// The connection was lost before COMMIT was sent, so the transaction has changed nothing.
    case lost(reason: String)
    /// Nobody knows whether the transaction was committed, or whether a failover would keep it.
    case unknownOutcome(reason: String)
    /// Nothing was sent, because this many changes still wait for the database to confirm them.
    case unconfirmed(Int)

    package var description: String {
        switch self {
        case .unreachable(let reason):
            "the database cannot be reached: \(reason); \(Self.remedy(of: reason))"
        case .olderServer(let version):
            "the database is PostgreSQL \(version / 10_000); use \(PostgresConnection.versionMin / 10_000) or newer"
        case .statement(let state, let reason):
            "the database refused a statement: \(reason) (SQLSTATE \(state))\(Self.hint(for: state))"
        case .lost(let reason): "the connection to the database was lost: \(reason); nothing was changed"
        case .unknownOutcome(let reason):
            """
            the database has not confirmed a change: \(reason)\(Self.standbyHint(for: reason)); it may be stored later, so \
            look with 'tickwire-server user list' before you repeat a command
            """
        case .unconfirmed(let count):
            "the database has not confirmed \(count) earlier changes, and gets no more until it does; check its synchronous standby"
        }
    }

    private static func hint(for state: String) -> String {
        // insufficient_privilege (PostgreSQL, appendix A)
        if state != "42501" { return standbyHint(for: state) }
        return "; make the role of the address the owner of the database, with ALTER DATABASE ... OWNER TO ..."
    }

    /// A commit that no standby confirms keeps its locks, so statements that wait for them run into their timeouts.
    private static func standbyHint(for cause: String) -> String {
        let causes = ["not answered in time", "synchronous replication", "55P03", "57014"]
        guard causes.contains(where: { cause.contains($0) }) else { return "" }
        return "; a synchronous standby may be missing: see pg_stat_replication"
    }

    /// libpq states causes only in words, and some of its advice contradicts the rules of `PostgresAddress`.
    private static func remedy(of reason: String) -> String {
        let remedies = [
            ("pg_hba.conf", "add a line for this user and database to pg_hba.conf there, and reload PostgreSQL"),
            (
                "certificate",
                "name the file with its authority's certificate with sslrootcert in the address, and the host as its certificate does"
            ),
            ("password", "write the right password to the file that PGPASSFILE names, or to PGPASSWORD"),
            ("read-only", "give the address of the primary, or those of all hosts with commas between them"),
            ("does not exist", "create what is missing, or correct the address"),
        ]
        return remedies.first { reason.contains($0.0) }?.1 ?? "check its address, and that PostgreSQL runs there"
    }

    /// Whether the connection cannot be used again.
    package var endsConnection: Bool {
        switch self {
        case .statement: false
        case .unreachable, .olderServer, .lost, .unknownOutcome, .unconfirmed: true
        }
    }
}
