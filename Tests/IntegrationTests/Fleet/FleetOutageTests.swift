import MockMarket
import Shared
import Testing

@testable import PushServer
@testable import TerminalClient

/// Providers that answer nobody while a node takes over.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct FleetOutageTests {
    @Test func aNewLeaderKeepsThePricesAndSaysWhyTheyAreNotLive() async throws {
        try await TestFleet.with { fleet in
            let first = try await fleet.start()
            let (_, hub) = try await fleet.leader(of: [first])
            let second = try await fleet.start()
            let terminal = second.terminal()
            try await running([terminal]) {
                await terminal.untilReady()
                repeat {
                    try Task.checkCancellation()
                    try await hub.tick("65000.5")
                    let wanted = await hub.state.sequence
                    await terminal.until { $0.table.sequence >= wanted }
                } while !terminal.isSomePriceLive
                fleet.mock.setFaults([Fault(path: "/", kind: .status(503))])
                await fleet.kill(first)
                _ = try await fleet.leader(of: [second])
                let before = terminal.prices
                await terminal.until { $0.exchanges.allSatisfy { $0.state == .down && !$0.cause.isEmpty } }
                #expect(terminal.prices == before && before.contains { $0 != nil })
                #expect(!terminal.isSomePriceLive)
                fleet.mock.setFaults([])
                await terminal.until { $0.isSomePriceLive }
                #expect(terminal.snapshotParts == 1)
                #expect(try await second.count(\.hashMismatches) == 0)
            }
        }
    }
}

extension TestTerminal {
    fileprivate var exchanges: [MarketSource] { table.sources.filter { $0.kind == .tickers } }
    fileprivate var prices: [UInt64?] { (0..<table.count).map { table[$0].mantissa } }
    fileprivate var isSomePriceLive: Bool {
        (0..<table.count).contains { table.age(of: table[$0].pricing, at: link.serverTime)?.isLive == true }
    }
}
