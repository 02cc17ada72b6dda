import NIOCore
import NIOPosix
import Shared
import Testing

@testable import PushServer
@testable import TerminalClient

/// Terminals that know several addresses of their server.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SeveralNodesTests {
    /// - Parameter body: gets a terminal that knows two nodes, in this order, and the server behind both.
    private func withTwoNodes(
        _ body: @MainActor (_ first: TestProxy, _ second: TestProxy, TestTerminal, TestServer) async throws -> Void
    ) async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) { server in
                let first = try await TestProxy.start(upstreamPort: server.port)
                let second = try await TestProxy.start(upstreamPort: server.port)
                var target = server.target()
                target.address = try ServerAddress(checking: "127.0.0.1:\(first.port),127.0.0.1:\(second.port)")
                try await body(first, second, TestTerminal(target: target), server)
                try await second.stop()
            }
        }
    }

    @Test func aTerminalGoesToTheNextNodeWhenItsNodeDies() async throws {
        try await withTwoNodes { first, second, terminal, server in
            let firstPort = first.port
            try await terminal.running {
                await terminal.untilReady()
                await terminal.untilLive()
                #expect(terminal.link.node.port == firstPort)
                try await first.stop()
                await terminal.until { $0.link.state == .live && $0.link.node.port == second.port }
                try await terminal.untilItHasTheMarket(of: server)
            }
        }
    }

    @Test func aTerminalStartsAtTheNextNodeIfTheFirstIsDown() async throws {
        try await withTwoNodes { first, second, terminal, _ in
            try await first.stop()
            try await terminal.running {
                await terminal.untilLive()
                #expect(terminal.link.node.port == second.port)
            }
        }
    }

    /// The node of somebody else gets nothing, and the user is told which one it is.
    @Test func aNodeWithAnotherKeyIsPassedOverAndNamed() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory + "/other") { other in
                try await withServer(in: directory + "/own") { server in
                    var target = server.target()
                    target.address = try ServerAddress(
                        checking: "127.0.0.1:\(other.port),127.0.0.1:\(server.port)"
                    )
                    let terminal = TestTerminal(target: target)
                    try await terminal.running {
                        await terminal.untilLive()
                        #expect(terminal.link.node.port == server.port)
                        let error = TLSError.keyChanged(expected: server.server.pin, presented: other.server.pin)
                        let refused = RefusedNode(node: target.address.nodes[0], error: .insecure(error))
                        #expect(terminal.link.refusedNodes == [refused])
                    }
                    #expect(try await other.connections == 0)
                }
            }
        }
    }

    @Test func aServersKeyIsCheckedAtTheAddressOfItsNameThatAnswers() async throws {
        try await withTwoNodes { first, second, _, server in
            let addresses = try [first, second].map { try SocketAddress(ipAddress: "127.0.0.1", port: $0.port) }
            try await first.stop()
            try await ServerProbe.checkKey(
                of: ServerAddress(host: "several.example.com", port: 7443),
                trust: .pin(server.server.pin),
                group: MultiThreadedEventLoopGroup.singleton,
                resolver: SeveralAddresses(addresses: addresses)
            )
        }
    }
}

/// Resolves every name to the same addresses.
private struct SeveralAddresses: Resolver {
    let addresses: [SocketAddress]

    func initiateAQuery(host: String, port: Int) -> EventLoopFuture<[SocketAddress]> {
        MultiThreadedEventLoopGroup.singleton.any().makeSucceededFuture(addresses)
    }

    func initiateAAAAQuery(host: String, port: Int) -> EventLoopFuture<[SocketAddress]> {
        MultiThreadedEventLoopGroup.singleton.any().makeSucceededFuture([])
    }

    func cancelQueries() {}
}
