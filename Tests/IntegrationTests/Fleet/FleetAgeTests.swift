import Shared
import TestSupport
import Testing

@testable import PushServer
@testable import TerminalClient

/// How old a terminal finds prices at a node whose machine's clock is wrong.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct FleetAgeTests {
    @Test(arguments: [25, -9, -25])
    func aPriceOfTheLeaderIsAsOldAtEveryNode(ahead: Int) async throws {
        try await TestFleet.with { fleet in
            let first = try await fleet.start()
            let (_, hub) = try await fleet.leader(of: [first])
            let terminal = try await fleet.start(ahead: .seconds(ahead)).terminal()
            try await running([terminal]) {
                await terminal.untilReady()
                try await untilLive(hub, terminal)
                #expect(bitcoin(terminal, later: 15)?.isLive == false)
            }
        }
    }

    /// A terminal learns the time from Welcome, and the connection outlives the leader.
    @Test func agesStayRightWhenANodeWithAWrongClockLeads() async throws {
        try await TestFleet.with { fleet in
            let first = try await fleet.start()
            _ = try await fleet.leader(of: [first])
            let second = try await fleet.start(ahead: .seconds(25))
            let third = try await fleet.start()
            let terminal = third.terminal()
            try await running([terminal]) {
                await terminal.untilReady()
                // Meanwhile it does not try for the lease.
                third.clock.hold()
                await fleet.kill(first)
                let (_, hub) = try await fleet.leader(of: [second])
                third.clock.goOn()
                try await untilLive(hub, terminal)
                #expect(bitcoin(terminal, later: 15)?.isLive == false)
            }
        }
    }

    /// Ticks until the terminal counts a price of this leader as live, however slow the machine is.
    private func untilLive(_ hub: MarketHub, _ terminal: TestTerminal) async throws {
        repeat {
            try Task.checkCancellation()
            try await hub.tick("65000.5")
            let wanted = await hub.state.sequence
            await terminal.until { $0.table.sequence >= wanted }
        } while bitcoin(terminal)?.isLive != true
    }

    private func bitcoin(_ terminal: TestTerminal, later seconds: Int64 = 0) -> PriceAge? {
        guard let row = terminal.table.row(of: CoinID(1)) else { return nil }
        return terminal.table.age(
            of: terminal.table[row].pricing,
            at: terminal.link.serverTime.adding(seconds: seconds)
        )
    }
}
