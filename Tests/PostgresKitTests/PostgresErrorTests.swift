import PostgresKit
import Testing

struct PostgresErrorTests {
    /// Statements that wait for the locks of a commit end with 57014, or with 55P03.
    @Test(arguments: [
        PostgresError.unknownOutcome(reason: "it has not answered in time"),
        .statement(state: "57014", reason: "canceling statement due to statement timeout"),
        .statement(state: "55P03", reason: "canceling statement due to lock timeout"),
    ])
    func whatComesOfAMissingStandbySaysWhereToLook(error: PostgresError) {
        #expect(error.description.contains("; a synchronous standby may be missing: see pg_stat_replication"))
    }

    @Test(arguments: [
        PostgresError.unknownOutcome(reason: "server closed the connection unexpectedly"),
        .statement(state: "53100", reason: "could not extend file"),
    ])
    func anotherFailureBlamesNoStandby(error: PostgresError) {
        #expect(!error.description.contains("standby"))
    }

    @Test(arguments: [
        (
            """
            connection to server at "db1.example.com" (10.0.0.7), port 5432 failed: Connection refused
            \tIs the server running on that host and accepting TCP/IP connections?

            """,
            #"connection to server at "db1.example.com" (10.0.0.7), port 5432 failed: Connection refused"#
        ),
        (
            """
            root certificate file "/etc/db-ca.pem" does not exist
            Either provide the file or change sslmode to disable server certificate verification.
            """,
            #"root certificate file "/etc/db-ca.pem" does not exist"#
        ),
        ("a: no\nb: no\n", "a: no; b: no"), ("\n", ""),
    ])
    func aMessageOfLibpqIsOneLineWithoutItsAdvice(message: String, reason: String) {
        #expect(message.libpqReason == reason)
    }

    @Test func aRoleThatMayMakeNoTablesIsToldWhatToDo() {
        let error = PostgresError.statement(state: "42501", reason: "permission denied for schema public")
        #expect(error.description.contains("; make the role of the address the owner of the database"))
    }

    /// A terminal's change has a number that tells whether it was made. An operator's command has none.
    @Test func anUnconfirmedChangeAsksToLookBeforeACommandIsRepeated() {
        let words = PostgresError.unknownOutcome(reason: "no answer").description
        #expect(words.hasSuffix("so look with 'tickwire-server user list' before you repeat a command"))
    }
}
