import Shared
import TestSupport
import Testing

@testable import PushServer
@testable import TerminalClient

/// What a node says at `/readyz`, and of the market in its Welcome.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct FleetReadyTests {
    /// Each node tells what its own option says, because all nodes should have the same one.
    @Test func aFollowerTellsThatPricesAreMadeUpAsTheLeaderDoes() async throws {
        try await TestFleet.with { fleet in
            let first = try await fleet.start(kind: .mock)
            _ = try await fleet.leader(of: [first])
            let second = try await fleet.start(kind: .mock)
            for node in [first, second] {
                let terminal = node.terminal()
                try await terminal.running {
                    await terminal.untilReady()
                    #expect(terminal.link.user.offers.isMock)
                }
                var answer = ""
                repeat {
                    try Task.checkCancellation()
                    answer = try await ready(node)
                } while answer.contains("not ready")
                #expect(answer.hasSuffix(" coins, mock market\n"), "\(answer)")
            }
        }
    }

    /// Its terminals would take made-up prices for real ones, or real ones for made-up ones.
    @Test(arguments: [ServerConfiguration.Market.Kind.mock, .live])
    func aNodeFollowsOnlyOneWithItsOwnKindOfMarket(_ kind: ServerConfiguration.Market.Kind) async throws {
        try await TestFleet.with { fleet in
            let first = try await fleet.start(kind: kind)
            _ = try await fleet.leader(of: [first])
            let second = try await fleet.start(kind: kind == .mock ? .live : .mock)
            while await second.fleet.problem?.hasSuffix("; give all nodes the same --market") != true {
                try Task.checkCancellation()
                await Task.yield()
            }
            #expect(await second.fleet.problem?.hasPrefix("no market has come yet; ") == true)
        }
    }

    @Test func anAddressInTheLeaseCannotSteerTheTerminalOfAnOperator() async throws {
        try await TestFleet.with { fleet in
            let node = try await fleet.start()
            let holder = LeaseHolder(node: .random(), address: "127.0.0.1:1\u{1B}[2J", pin: node.address.pin)
            await fleet.store.hold(holder, term: 9)
            while await node.fleet.problem?.contains("which is no HOST:PORT") != true {
                try Task.checkCancellation()
                await Task.yield()
            }
            let answer = try await ready(node)
            #expect(answer.contains("127.0.0.1:1") && !answer.unicodeScalars.contains("\u{1B}"), "\(answer.escaped)")
        }
    }

    /// A balancer sends new terminals elsewhere. Those that are connected stay, and have prices.
    @Test func aNodeThatDoesNotReachTheDatabaseIsNotReadyUntilItDoes() async throws {
        try await TestFleet.with { fleet in
            let node = try await fleet.start()
            let (_, hub) = try await fleet.leader(of: [node])
            let terminal = node.terminal()
            try await terminal.running {
                await terminal.untilReady()
                await fleet.store.goAway()
                node.clock.skip(DatabaseSilence.tolerance + .seconds(1))
                let answer = try await ready(node)
                #expect(answer.hasPrefix("HTTP/1.1 503"), "\(answer)")
                #expect(answer.contains("not ready: this node has not reached the database for 1"), "\(answer)")
                let silence = try #require(await node.fleet.status.databaseSilenceSeconds)
                #expect(silence > 10)
                try await hub.tick("65001.5")
                let wanted = await hub.state.sequence
                await terminal.until { $0.table.sequence >= wanted }
                #expect(terminal.link.state == .live)
                await fleet.store.comeBack()
                while await node.fleet.problem != nil {
                    try Task.checkCancellation()
                    await Task.yield()
                }
                #expect(try await ready(node).hasPrefix("HTTP/1.1 200"))
            }
        }
    }

    private func ready(_ node: TestFleet.Node) async throws -> String {
        try await RawClient.adminAnswer(
            to: "GET /readyz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
            port: try #require(node.server.adminAddress?.port)
        )
    }
}
