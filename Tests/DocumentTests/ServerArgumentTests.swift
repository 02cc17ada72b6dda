import ArgumentParser
import Testing

@testable import tickwire_server

/// What `tickwire-server` says of an argument that is wrong. The status is 64.
struct ServerArgumentTests {
    private struct Refusal: Equatable {
        let words: String
        let status: ExitCode
    }

    /// - Returns: what the program says, and its status; nil: the arguments are right.
    private func refusal(of arguments: String) -> Refusal? {
        do {
            _ = try TickwireServer.parseAsRoot(arguments.typedWords)
            return nil
        } catch {
            return Refusal(words: TickwireServer.message(for: error), status: TickwireServer.exitCode(for: error))
        }
    }

    @Test(arguments: [
        "run --listen nohost", "run --listen 127.0.0.1:99999", "run --admin nohost", "mock --listen nohost",
        "status --admin nohost", "run --store postgres://db/x --node-address node1",
    ])
    func anAddressThatCannotBeReadGetsItsForm(arguments: String) throws {
        let told = try #require(refusal(of: arguments))
        #expect(told.words.contains("is not an address; use HOST:PORT, as in 127.0.0.1:7443"), "\(told.words)")
        #expect(told.status == .validationFailure)
    }

    @Test(arguments: [
        ("run --coins 500", "--coins has no effect on a mock market; leave it out, or add --market live"),
        ("run --listing-credits 5", "--listing-credits has no effect on a mock market; "),
        ("local --mock --coins 500", "--coins has no effect on a mock market; leave it out, or leave --mock out"),
        ("run --market live --mock-coins 5", "--mock-coins has no effect on a live market; "),
        ("run --market live --mock-seed 5", "--mock-seed has no effect on a live market; "),
        ("local --mock-rate 2", "--mock-rate has no effect on a live market; leave it out, or add --mock"),
        ("run --admin off --admin-tls", "--admin-tls has no effect with --admin off; "),
        ("run --admin off --admin-host prom.example", "--admin-host has no effect with --admin off; "),
        ("run --mock-seed=-1", "--mock-seed -1 is out of range; use 0 or more"),
    ])
    func anOptionWithoutEffectIsRefused(arguments: String, words: String) throws {
        let told = try #require(refusal(of: arguments))
        #expect(told.words.contains(words), "\(told.words)")
        #expect(told.status == .validationFailure)
    }

    @Test func aPortOfAnAdminHostIsRefused() throws {
        let told = try #require(refusal(of: "run --admin-host prom.example:7680"))
        #expect(told.words.contains("'prom.example:7680' is not a host; use its name or address without a port"))
        #expect(told.status == .validationFailure)
    }

    @Test(arguments: [
        ("user add we/ird --password-stdin", "'we/ird' cannot be a user name; use 1 to 64 of"),
        ("user invite we/ird --server a:1", "'we/ird' cannot be a user name; use 1 to 64 of"),
        (
            "user invite ada --server a:1 --store postgres://db/x",
            "--store does not tell the key of the nodes; give it with --pin, as each node prints it"
        ),
        ("run --record ''", "--record names no folder; give one"),
        ("migrate --from /a --to /b", "one of --from and --to must be a data folder, and the other one an address"),
        ("migrate --from postgres://a/x --to postgres://b/x", "one of --from and --to must be a data folder"),
    ])
    func anArgumentOfAWrongFormIsRefusedBeforeAnythingIsOpened(arguments: String, words: String) throws {
        let told = try #require(refusal(of: arguments))
        #expect(told.words.contains(words), "\(told.words)")
        #expect(told.status == .validationFailure)
    }

    @Test(arguments: [
        "run --listen [::1]:0 --admin off", "status --admin 127.0.0.1:1 --admin [::1]:2",
        "run --market live --coins 500 --listing-credits 5",
        "run --mock-coins 5 --mock-rate 1 --mock-share 0 --mock-seed 0", "local --mock --mock-coins 5",
        "local --coins 500",
        "migrate --from /a --to postgres://b/x", "user add ada --password-stdin",
    ])
    func argumentsOfTheRightFormAreRead(arguments: String) { #expect(refusal(of: arguments) == nil) }
}
