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

    /// A terminal's change has a number that tells whether it was made. An operator's command has none.
    @Test func anUnconfirmedChangeAsksToLookBeforeACommandIsRepeated() {
        let words = PostgresError.unknownOutcome(reason: "no answer").description
        #expect(words.hasSuffix("so look with 'tickwire-server user list' before you repeat a command"))
    }
}
