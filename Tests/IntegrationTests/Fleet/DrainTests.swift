import Shared
import TestSupport
import Testing

@testable import PushServer
@testable import TerminalClient

/// A server that is drained sends its terminals elsewhere and hands over what it has.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct DrainTests {
    @Test func aServerThatStandsAloneIsDrainedByTheCommandAndEnds() async throws {
        try await withTemporaryDirectory { directory in
            let data = directory + "/data"
            let none = try await CommandRun("tickwire-server", ["drain", "--data", data])
            none.expectFailure("no server uses the data folder \(data); ")
            try await withServerBinary(in: data) { server in
                let terminal = server.terminal()
                try await terminal.running {
                    await terminal.untilLive()
                    let drained = try await CommandRun("tickwire-server", ["drain", "--data", data])
                    drained.expect("drained the server in \(data)\n")
                    await server.ended()
                    // The process may end before this test's terminal has read its last message.
                    await terminal.until { $0.frames.contains(.close(.drained)) }
                }
            }
            try await CommandRun("tickwire-server", ["drain", "--data", data]).expectFailure("no server uses")
        }
    }

    #if FLEET
        @Test(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed: apt-get install postgresql"))
        func aDrainedLeaderHandsOverAndItsTerminalsGoOnElsewhereByDiff() async throws {
            try await TestFleet.withThreeNodes { fleet, first, second, third in
                let terminals = try (0..<3).map { _ in try first.terminal(andAt: [second, third]) }
                try await running(terminals) {
                    for terminal in terminals { await terminal.untilLive() }
                    for terminal in terminals { await terminal.untilReady() }
                    let old = try #require(await first.term)
                    await first.server.drain()
                    #expect(await first.fleet.role == .following)
                    let (_, hub) = try await fleet.leader(of: [second, third])
                    for terminal in terminals {
                        await terminal.until { $0.link.state == .live && $0.link.node.port != first.address.port }
                    }
                    try await hub.tick("65001.5")
                    let wanted = await hub.state
                    for terminal in terminals { await terminal.until { $0.table.sequence >= wanted.sequence } }
                    #expect(hub.epoch.term > old)
                    #expect(terminals.map(\.snapshotParts) == [1, 1, 1], "nobody needs the whole table again")
                    for terminal in terminals { #expect(terminal.frames.contains(.close(.drained))) }
                    try await fleet.stop(first)
                }
            }
        }

        @Test(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed: apt-get install postgresql"))
        func aDrainedNodeLetsNobodyInAndTellsBalancers() async throws {
            try await TestFleet.withThreeNodes { _, _, second, third in
                await second.server.drain()
                let admin = try #require(second.server.adminAddress?.port)
                let answer = try await RawClient.adminAnswer(
                    to: "GET /readyz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
                    port: admin
                )
                #expect(answer.hasPrefix("HTTP/1.1 503"))
                let terminal = try second.terminal(andAt: [third])
                try await terminal.running {
                    await terminal.untilLive()
                    #expect(terminal.link.node.port == third.address.port)
                }
            }
        }

        private func running(
            _ terminals: [TestTerminal],
            _ body: @escaping @MainActor () async throws -> Void
        ) async throws {
            guard let first = terminals.first else { return try await body() }
            try await first.running { try await running(Array(terminals.dropFirst()), body) }
        }
    #endif
}
