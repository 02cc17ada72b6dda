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
                try await terminal.untilPriceLive(from: hub)
                #expect(terminal.bitcoin(later: 15)?.isLive == false)
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
                try await terminal.untilPriceLive(from: hub)
                #expect(terminal.bitcoin(later: 15)?.isLive == false)
            }
        }
    }
}
