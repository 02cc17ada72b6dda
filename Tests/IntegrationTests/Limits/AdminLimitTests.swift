import NIOCore
import Shared
import Testing

@testable import PushServer
@testable import TerminalClient

/// The admin port takes a few connections, and takes nothing away from terminals.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct AdminLimitTests {
    private let request = "GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"

    @Test func idleConnectionsGiveWayToAProbeAndTerminalsGoOn() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) {
                $0.admin = ServerConfiguration.Endpoint(host: "127.0.0.1", port: 0)
            } _: { server in
                let port = try #require(server.server.adminAddress).port
                let terminal = server.terminal()
                try await terminal.running {
                    await terminal.untilReady()
                    let crowd = try await SilentClients.connect(AdminConnections.most + 6, port: port)
                    for _ in 0..<10 {
                        let bytes = try await RawClient.plainAnswer(to: Array(request.utf8), port: port)
                        let answer = String(buffer: bytes)
                        #expect(answer.hasSuffix("\r\n\r\nok\n"), "\(answer)")
                    }
                    terminal.add(CoinID(77))
                    await terminal.untilConfirmed()
                    // No request has come within its time.
                    try await crowd.untilEnded()
                }
            }
        }
    }

    /// The server used to make all answers at once, and to keep those that the client did not read.
    @Test func aClientThatAsksWithoutReadingCostsTheServerOneAnswer() async throws {
        try await withTemporaryDirectory { directory in
            let administration = try UserAdministration(dataDirectory: directory, cost: .cheap)
            try await administration.close()
            let server = try await ServerBinary.start(in: directory, port: 0)
            let port = try #require(server.admin.split(separator: ":").last.flatMap { Int($0) })
            _ = try await server.metrics()
            let before = try server.residentBytes
            let asked = Array(repeating: "GET /metrics HTTP/1.1\r\nhost: localhost\r\n\r\n", count: 2000).joined()
            let client = try await PushyClient.connect(port: port)
            // The client writes until the server stops reading, and so the socket stops taking.
            let taken = try await client.pushUntilStuck(Array(asked.utf8), bytesMax: 64 << 20)
            let after = try server.residentBytes
            #expect(taken < 64 << 20, "the server stopped reading")
            #expect(after - before < 16 << 20, "\((after - before) >> 20) MiB for \(taken >> 10) KiB of requests")
            let probe = try await RawClient.adminAnswer(to: request, port: port)
            #expect(probe.hasSuffix("\r\n\r\nok\n"))
            try await client.close()
            await server.stop()
        }
    }

    @Test func aPageOfAnotherHostGetsNothing() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) {
                $0.admin = ServerConfiguration.Endpoint(host: "127.0.0.1", port: 0)
                $0.adminHosts = ["metrics.example"]
            } _: { server in
                let port = try #require(server.server.adminAddress).port
                func ask(_ method: String, _ host: String) async throws -> String {
                    let text = "\(method) /metrics HTTP/1.1\r\nhost: \(host)\r\nconnection: close\r\n\r\n"
                    return try await RawClient.adminAnswer(to: text, port: port)
                }
                let rebound = try await ask("GET", "evil.example:\(port)")
                #expect(rebound.hasPrefix("HTTP/1.1 421 Misdirected Request\r\n"), "\(rebound)")
                #expect(!rebound.contains("tickwire_"))
                for host in ["localhost:\(port)", "127.0.0.1", "metrics.example"] {
                    let answer = try await ask("GET", host)
                    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
                }
                let head = try await ask("HEAD", "localhost")
                #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n") && head.hasSuffix("\r\n\r\n"), "\(head)")
                #expect(head.contains("content-length: ") && !head.contains("content-length: 0\r\n"))
            }
        }
    }

    @Test func everyCounterOfDroppedConnectionsIsThereFromTheBeginning() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) {
                $0.admin = ServerConfiguration.Endpoint(host: "127.0.0.1", port: 0)
                $0.limits.handshakesPerAddress = 2
            } _: { server in
                var (crowd, answer) = ([SilentClients](), "")
                let port = try #require(server.server.adminAddress).port
                let metrics = Array("GET /metrics HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n".utf8)
                while !answer.contains(/connections_dropped_total\{reason="handshakes_of_address"\} [1-9]/) {
                    crowd.append(try await SilentClients.connect(1, port: server.port))
                    answer = String(buffer: try await RawClient.plainAnswer(to: metrics, port: port))
                }
                for reason in ["connections", "connections_of_address", "handshakes"] {
                    #expect(answer.contains(#"tickwire_connections_dropped_total{reason="\#(reason)"} 0"#))
                }
                #expect(
                    answer.contains("# HELP tickwire_connections_dropped_total Connections dropped without a message")
                )
                for clients in crowd { await clients.close() }
            }
        }
    }
}
