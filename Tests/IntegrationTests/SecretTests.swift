import Foundation
import Testing

@testable import PushServer

/// Secrets go in by ways that nobody else on the machine can see, and nothing prints them.
@Suite(.timeLimit(.minutes(5)))
struct SecretTests {
    @Test(arguments: ["tickwire", "tickwire-server"])
    func noCommandTakesASecretAsAnArgument(_ program: String) async throws {
        let run = try await CommandRun(program, ["--experimental-dump-help"])
        let help = try JSONDecoder().decode(CommandHelp.self, from: Data(run.said.utf8))
        let commands = help.command.all
        #expect(commands.flatMap(\.takingValues).count > 20, "the help was read")
        let secrets = commands.flatMap { command in
            command.takingValues.filter(\.mayBeSecret).map { "\(command.commandName) \($0.valueName ?? "")" }
        }
        #expect(Set(secrets).subtracting(Self.allowed).isEmpty)
    }

    private static let allowed: Set = [
        "run file",  // The path of a key.
        "run token-days",
        "open link", "local link", "screenshot link",  // They name a screen.
        // An invitation has a secret. docs/SECURITY.md says who can read it; `tickwire join` without a link asks for it.
        "join link",
    ]

    @Test func theHelpDoesNotTellWhatTheEnvironmentHolds() async throws {
        let keys = ["TICKWIRE_COINMARKETCAP_KEY": "key-5520-abcd", "TICKWIRE_CRYPTOCOMPARE_KEY": "key-6631-bcde"]
        let run = try await CommandRun("tickwire-server", ["run", "--help"], environment: keys)
        #expect(run.said.contains("TICKWIRE_COINMARKETCAP_KEY"))
        for key in keys.values { #expect(!run.said.contains(key)) }
    }

    @Test func aRefusedPasswordIsNotRepeated() async throws {
        try await withTemporaryDirectory { directory in
            let administration = try UserAdministration(dataDirectory: directory, cost: .cheap)
            try await administration.add(name: "ada", password: "correct horse 7316")
            try await administration.close()
            let server = try await ServerBinary.start(in: directory, port: 0)
            let login = try await CommandRun(
                "tickwire",
                [
                    "login", "ada", "--password-stdin", "--server", "127.0.0.1:\(server.port)", "--pin",
                    "\(server.pin)", "--profile", directory + "/profile",
                ],
                sending: "battery staple 9025\n"
            )
            await server.stop()
            #expect(login.status != 0 && login.said.contains("password"), "\(login.said)")
            #expect(!login.said.contains("battery"))
            let tooLong = "paper clip " + String(repeating: "4481", count: 1000)
            let adding = try await CommandRun(
                "tickwire-server",
                ["user", "add", "bob", "--password-stdin", "--data", directory],
                sending: tooLong + "\n"
            )
            #expect(adding.status != 0 && adding.said.contains("password"), "\(adding.said)")
            #expect(!adding.said.contains("paper clip"))
        }
    }
}

/// The part of the output of `--experimental-dump-help` that matters here.
private struct CommandHelp: Decodable {
    let command: Command

    struct Command: Decodable {
        let commandName: String
        let arguments: [Argument]?
        let subcommands: [Command]?

        var all: [Command] { [self] + (subcommands ?? []).flatMap(\.all) }
        var takingValues: [Argument] { (arguments ?? []).filter { $0.kind != "flag" } }
    }

    struct Argument: Decodable {
        let kind: String
        let names: [Name]?
        let valueName: String?

        struct Name: Decodable { let name: String }

        var mayBeSecret: Bool {
            let words = ((names ?? []).map(\.name) + [valueName ?? ""]).flatMap { $0.split(separator: "-") }
            return words.contains { ["password", "token", "secret", "key", "link", "invitation"].contains($0) }
        }
    }
}
