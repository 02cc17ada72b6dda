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
                try await terminal.untilPriceLive(from: hub)
                fleet.mock.setFaults([Fault(path: "/", kind: .status(503))])
                await fleet.kill(first)
                let (_, next) = try await fleet.leader(of: [second])
                let before = terminal.prices
                await terminal.until { $0.exchanges.allSatisfy { $0.state == .down && !$0.cause.isEmpty } }
                #expect(terminal.prices == before && before.contains { $0 != nil })
                #expect(!terminal.isSomePriceLive)
                try await terminal.untilPriceLive(from: next)
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
