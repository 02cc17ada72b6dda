import Shared
import Testing

@testable import PushServer
@testable import TerminalClient

/// Terminals that know several addresses of their server.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SeveralNodesTests {
    /// - Parameter body: gets a terminal that knows nodes at these ports, in this order.
    private func withTerminal(
        of server: TestServer,
        at ports: [Int],
        _ body: @MainActor (TestTerminal) async throws -> Void
    ) async throws {
        var target = server.target()
        let nodes = ports.map { "127.0.0.1:\($0)" }.joined(separator: ",")
        target.address = try ServerAddress(checking: nodes)
        let terminal = TestTerminal(target: target)
        try await terminal.running { try await body(terminal) }
    }

    @Test func aTerminalGoesToTheNextNodeWhenItsNodeDies() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) { server in
                let (first, second) = (
                    try await TestProxy.start(upstreamPort: server.port),
                    try await TestProxy.start(upstreamPort: server.port)
                )
                let ports = [first.port, second.port]
                try await withTerminal(of: server, at: ports) { terminal in
                    await terminal.untilReady()
                    await terminal.untilLive()
                    #expect(terminal.link.node.port == ports[0])
                    try await first.stop()
                    await terminal.until { $0.link.state == .live && $0.link.node.port == ports[1] }
                    try await terminal.untilItHasTheMarket(of: server)
                }
                try await second.stop()
            }
        }
    }

    @Test func aTerminalStartsAtTheNextNodeIfTheFirstIsDown() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) { server in
                let (first, second) = (
                    try await TestProxy.start(upstreamPort: server.port),
                    try await TestProxy.start(upstreamPort: server.port)
                )
                let ports = [first.port, second.port]
                try await first.stop()
                try await withTerminal(of: server, at: ports) { terminal in
                    await terminal.untilLive()
                    #expect(terminal.link.node.port == ports[1])
                }
                try await second.stop()
            }
        }
    }
}
