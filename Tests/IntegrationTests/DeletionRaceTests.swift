import Foundation
import Shared
import Testing

@testable import PushServer

/// Commands whose change reaches the server just after another terminal has deleted what they name.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct DeletionRaceTests {
    /// A command, what it needs, and how another terminal removes that. ID stands for the id that `make` prints first.
    struct Race: CustomTestStringConvertible, Sendable {
        let command: String
        let make: [String]
        let remove: String
        let words: String

        var testDescription: String { command }
    }

    nonisolated static let list = ["lists create swing", "lists create other", "lists add swing id:1"]
    nonisolated static let pair = list + ["lists add swing id:1027"]
    nonisolated static let races = [
        ("lists rename swing day", list, "lists delete swing", "'swing'"),
        ("lists remove swing id:1", list, "lists delete swing", "'swing'"),
        ("lists clear swing", list, "lists delete swing", "'swing'"),
        ("lists move swing 2", list, "lists delete swing", "'swing'"),
        ("lists move swing 2 --coin id:1", pair, "lists delete swing", "'swing'"),
        ("lists add swing id:1027", list, "lists delete swing", "belongs to a list that no longer exists"),
        ("alerts arm ID", ["alerts add id:1 --above 99999999"], "alerts remove ID", "'ID'"),
        (
            "holdings edit ID --price 5", ["holdings add id:1 --bought 1 --price 9", "holdings list"],
            "holdings remove ID", "'ID'"
        ),
    ].map { Race(command: $0, make: $1, remove: $2, words: $3) }

    @Test(arguments: races)
    func theCommandSaysThatItIsGone(race: Race) async throws {
        try await withShell { shell in
            let proxy = try await TestProxy.start(upstreamPort: shell.server.port)
            try await shell.logIn("ada", "secret of ada", as: "laptop")
            let throughProxy = ["--server", "127.0.0.1:\(proxy.port)", "--profile", shell.directory + "/phone"]
            let words = { (text: String) in text.split(separator: " ").map(String.init) }
            let logIn = words("login ada --password-stdin --pin \(shell.server.pin)") + throughProxy
            #expect(try await CommandRun("tickwire", logIn, sending: "secret of ada\n").status == 0)
            var id = ""
            for command in race.make {
                let run = try await shell.use(command, on: "laptop")
                #expect(run.status == 0, "\(command): \(run.said)")
                if let match = run.said.firstMatch(of: /[0-9a-f]{16}/) { id = String(match.output) }
            }
            // More than the handshake, and less than that and the Welcome.
            proxy.hold(afterBytesFromServer: 2_200)
            let command = words(race.command.replacing("ID", with: id)) + throughProxy
            async let late = CommandRun("tickwire", command)
            for await _ in proxy.holds { break }
            let removed = try await shell.use(race.remove.replacing("ID", with: id), on: "laptop")
            #expect(removed.status == 0, "\(removed.said)")
            proxy.release()
            try await late.expectFailure(race.words.replacing("ID", with: id))
            try await proxy.stop()
        }
    }
}
