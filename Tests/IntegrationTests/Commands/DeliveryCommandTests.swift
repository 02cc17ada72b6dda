import Foundation
import NIOHTTP1
import Shared
import Testing

@testable import MockMarket

/// `tickwire alerts ways` and `tickwire alerts test`, against the real server and a real receiver.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct DeliveryCommandTests {
    private struct Way: Decodable {
        let id: String
        let name: String
        let kind: String
        let url: String
        let secret: String?
        let state: String
    }

    private struct Result: Decodable, Equatable {
        let name: String
        let kind: String
        let delivered: Bool
        let problem: String?
    }

    private func decoded<Value: Decodable>(_ run: CommandRun) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(run.said.utf8))
    }

    private func withReceiver(_ body: @MainActor (LoopbackServer, CommandShell) async throws -> Void) async throws {
        let receiver = try await LoopbackServer.start(host: "127.0.0.1", port: 0) { request in
            request.path == "/gone" ? MockReply(.gone, text: "") : MockReply(text: "{}")
        }
        try await withTemporaryDirectory { directory in
            let arguments = ["--alert-host", receiver.baseURL, "--alert-host", "ntfy.sh"]
            try await withServerBinary(in: directory + "/data", arguments: arguments) { server in
                let shell = CommandShell(server: server, directory: directory)
                try await shell.logIn("ada", "secret of ada", as: "laptop")
                try await body(receiver, shell)
            }
        }
        await receiver.stop()
    }

    @Test func waysAreAddedTestedAndRemoved() async throws {
        try await withReceiver { receiver, shell in
            try await shell.use("alerts test", on: "laptop").expectFailure("no ways of delivery", status: 1)
            let (base, key) = (receiver.baseURL, "a-key-that-nobody-knows")
            #expect(try await shell.use("alerts ways add phone --ntfy \(base)/topic", on: "laptop").status == 0)
            let add = "alerts ways add home --webhook \(base)/gone --secret-stdin"
            let added = try await shell.use(add, on: "laptop", sending: key)
            #expect(added.status == 0 && !added.said.contains(key), "\(added.said)")

            let text = try await shell.use("alerts ways", on: "laptop").said
            #expect(text.contains("\(base)/topic") && text.contains("\(base)/…"), "\(text)")
            #expect(!text.contains(key) && !text.contains("/gone"))
            let ways: [Way] = try decoded(try await shell.use("alerts ways --json", on: "laptop"))
            #expect(ways.map(\.name) == ["home", "phone"] && ways.map(\.kind) == ["webhook", "ntfy"])
            #expect(ways.allSatisfy { $0.secret == nil && $0.state == "unused" })
            let shown: [Way] = try decoded(try await shell.use("alerts ways --json --show-secrets", on: "laptop"))
            #expect(shown.map(\.secret) == [key, nil] && shown[0].url == base + "/gone")

            let test = try await shell.use("alerts test", on: "laptop")
            #expect(test.status == 1)
            #expect(test.said == "home: not delivered: 127.0.0.1 answered with status 410\nphone: delivered\n")
            let tested: [Way] = try decoded(try await shell.use("alerts ways --json", on: "laptop"))
            #expect(tested.map(\.state) == ["test failed", "tested"])
            let one = try await shell.use("alerts test phone --json", on: "laptop")
            #expect(one.status == 0)
            let results: [Result] = try decoded(one)
            #expect(results == [Result(name: "phone", kind: "ntfy", delivered: true, problem: nil)])

            #expect(try await shell.use("alerts ways remove HOME", on: "laptop").status == 0)
            #expect(try await shell.use("alerts ways remove \(ways[1].id)", on: "laptop").status == 0)
            try await shell.use("alerts ways", on: "laptop")
                .expect("no ways of delivery; 'tickwire alerts ways add' adds one\n")
        }
    }

    @Test func whatCannotBeIsSaidInWordsAndNothingIsDone() async throws {
        try await withReceiver { receiver, shell in
            let base = receiver.baseURL
            #expect(try await shell.use("alerts ways add phone --ntfy https://ntfy.sh/topic", on: "laptop").status == 0)
            for (typed, words) in [
                (
                    "alerts ways add x --ntfy https://evil.example/topic",
                    """
                    This server does not send alerts to https://evil.example, but to \(base), https://ntfy.sh; \
                    use one of these, or ask its operator to allow https://evil.example.
                    """
                ),
                (
                    "alerts ways add Phone --ntfy https://ntfy.sh/topic",
                    "there is already a way of delivery named 'Phone'"
                ),
                ("alerts ways add x --ntfy ntfy.sh/topic", "'ntfy.sh/topic' is not an address; use one such as"),
                (
                    "alerts ways add x --ntfy https://ntfy.sh/",
                    "This way of delivery has an ntfy address without a topic"
                ),
                ("alerts ways add x", "a way of delivery has one address; name one of --ntfy and --webhook"),
                ("alerts ways remove pager", "there is no way of delivery 'pager'; 'tickwire alerts ways' lists them"),
                ("alerts test pager", "there is no way of delivery 'pager'; 'tickwire alerts ways' lists them"),
                ("settings set quiet-hours night", "there are no quiet hours 'night'; use off, or hours such as"),
                ("settings set coins-only maybe", "'maybe' is not a value for coins-only; use off or on"),
            ] {
                let run = try await shell.use(typed, on: "laptop")
                #expect(run.status != 0 && run.said.contains(words), "\(typed): \(run.said)")
            }
            let ways: [Way] = try decoded(try await shell.use("alerts ways --json", on: "laptop"))
            #expect(ways.map(\.name) == ["phone"])
        }
    }

    @Test func anOperatorWhoNamesNoHostIsAskedForOne() async throws {
        try await withShell { shell in
            try await shell.logIn("ada", "secret of ada", as: "laptop")
            let run = try await shell.use("alerts ways add phone --ntfy https://ntfy.sh/topic", on: "laptop")
            #expect(run.status == 1)
            let words = "This server sends alerts to no other host; ask its operator to allow https://ntfy.sh."
            #expect(run.said.contains(words), "\(run.said)")
            let bad = try await shell.operate("run --alert-host ftp://x")
            let advice = "--alert-host 'ftp://x' is not a host; use a name such as ntfy.sh"
            #expect(bad.said.contains(advice), "\(bad.said)")
        }
    }
}
