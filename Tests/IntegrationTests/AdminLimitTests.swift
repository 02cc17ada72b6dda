import NIOCore
import Shared
import Testing

@testable import PushServer
@testable import TerminalClient

/// The admin port takes a few connections, and nothing from terminals.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct AdminLimitTests {
    private let request = Array("GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n".utf8)

    @Test func moreConnectionsThanAFewAreEndedAndTerminalsGoOn() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) {
                $0.admin = ServerConfiguration.Endpoint(host: "127.0.0.1", port: 0)
            } _: { server in
                let port = try #require(server.server.adminAddress).port
                let terminal = server.terminal()
                try await terminal.running {
                    await terminal.untilReady()
                    // Of these, and of ours, one is too many.
                    let crowd = try await SilentClients.connect(AdminConnections.most, port: port)
                    var answer = String(buffer: try await RawClient.plainAnswer(to: request, port: port))
                    while answer.contains("200 OK") {
                        answer = String(buffer: try await RawClient.plainAnswer(to: request, port: port))
                    }
                    #expect(answer.isEmpty)
                    terminal.link.user.mutate(.addFavorite(CoinID(77)))
                    await terminal.untilConfirmed()
                    await crowd.close()
                    while !answer.contains("200 OK") {
                        answer = String(buffer: try await RawClient.plainAnswer(to: request, port: port))
                    }
                    #expect(answer.hasSuffix("\r\n\r\nok\n"))
                }
            }
        }
    }

    @Test func everyCounterOfDroppedConnectionsIsThereFromTheBeginning() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) {
                $0.admin = ServerConfiguration.Endpoint(host: "127.0.0.1", port: 0)
                $0.limits.handshakesPerAddress = 2
            } _: { server in
                let crowd = try await SilentClients.connect(2, port: server.port)
                var answer = ""
                let port = try #require(server.server.adminAddress).port
                let metrics = Array("GET /metrics HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n".utf8)
                while !answer.contains(#"connections_dropped_total{reason="handshakes_of_address"} 1"#) {
                    _ = try await RawClient.plainAnswer(to: [], port: server.port)
                    answer = String(buffer: try await RawClient.plainAnswer(to: metrics, port: port))
                }
                for reason in ["connections", "connections_of_address", "handshakes"] {
                    #expect(answer.contains(#"tickwire_connections_dropped_total{reason="\#(reason)"} 0"#))
                }
                #expect(answer.contains("# HELP tickwire_connections_dropped_total Connections ended without a word"))
                await crowd.close()
            }
        }
    }
}
