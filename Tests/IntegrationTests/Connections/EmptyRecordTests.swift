import Shared
import Testing

@testable import PushServer
@testable import TerminalClient

/// TLS records without data have a budget, which is larger for those who have signed in.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct EmptyRecordTests {
    private let hello = Hello(
        clientName: "test",
        clientVersion: "1",
        deviceName: "test",
        clientID: ClientID(high: 1, low: 2),
        credentials: .password(name: "ada", password: "secret of ada")
    )

    private func withBystander(_ body: @MainActor (TestServer) async throws -> Void) async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) {
                $0.admin = ServerConfiguration.Endpoint(host: "127.0.0.1", port: 0)
            } _: { server in
                let bystander = server.terminal()
                try await bystander.running {
                    await bystander.untilReady()
                    try await body(server)
                    bystander.add(CoinID(77))
                    await bystander.untilConfirmed()
                    #expect(bystander.link.state == .live)
                }
            }
        }
    }

    private func ended(by server: TestServer) async throws -> String? {
        try await server.metrics().split(separator: "\n")
            .first { $0.contains(#"connections_dropped_total{reason="empty_records"}"#) }?
            .split(separator: " ").last.map(String.init)
    }

    @Test func beforeTheLoginABurstOfTenIsTaken() async throws {
        try await withBystander { server in
            let client = try await KeyUpdateClient.connect(port: server.port, pin: server.server.pin)
            try await client.renewKeys(5)
            try await client.ping()
            #expect(try await ended(by: server) == "0")
            try await client.renewKeys(1_000)
            try await client.untilEnded()
            #expect(try await ended(by: server) == "1")
        }
    }

    @Test func afterTheLoginABurstOfAHundredIsTaken() async throws {
        try await withBystander { server in
            let client = try await KeyUpdateClient.connect(port: server.port, pin: server.server.pin, hello: hello)
            try await client.renewKeys(90)
            try await client.ping()
            #expect(try await ended(by: server) == "0")
            // More than the budget can refill in that time.
            try await client.renewKeys(20_000)
            try await client.untilEnded()
            #expect(try await ended(by: server) == "1")
        }
    }
}
