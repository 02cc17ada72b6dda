import MockMarket
import Shared
import Testing

@testable import PushServer
@testable import TerminalClient

/// Exchange rates where nodes take over from one another.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct FleetRateTests {
    /// The file of a node is as old as the last time when it led.
    @Test func aNewLeaderDoesNotGoBackToTheRatesInItsFile() async throws {
        try await TestFleet.with { fleet in
            let first = try await fleet.start()
            _ = try await fleet.leader(of: [first])
            try await storeOldRates(in: fleet.nextFolder)
            let second = try await fleet.start()
            let terminal = second.terminal()
            try await running([terminal]) {
                await terminal.until { $0.link.rates.rates != nil && $0.link.market.isComplete }
                let day = try #require(terminal.link.rates.rates?.day)
                let none = Fault(path: Endpoint.europeanCentralBankRates.path, kind: .status(500))
                fleet.mock.setFaults([none])
                await fleet.kill(first)
                let (_, hub) = try await fleet.leader(of: [second])
                try await hub.tick("65001.5")
                // Each event loop hears of the leader's rates before it gets this tick.
                let wanted = await hub.state.sequence
                await terminal.until { $0.table.sequence >= wanted }
                #expect(Set(terminal.days) == [day])
                let parts = try #require(await second.server.role.parts)
                #expect(await parts.rates.shown?.day == day)
            }
        }
    }

    private func storeOldRates(in folder: String) async throws {
        let old = ExchangeRates(
            source: Provider.europeanCentralBank.name,
            day: CivilDate(daysSince1970: MarketTime.now.date.daysSince1970 - 30),
            heard: MarketTime.now.adding(seconds: -30 * 86_400),
            base: "EUR",
            rates: ["USD": try ExactDecimal(parsing: "0.9")]
        )
        let folder = try DataDirectory.prepare(folder)
        try await RateFile(path: DataDirectory.rates(in: folder, of: .qa)).write(old)
    }
}

extension TestTerminal {
    /// The days of all rates that it was sent.
    fileprivate var days: [CivilDate] {
        frames.compactMap { if case .rates(let rates) = $0 { rates.day } else { nil } }
    }
}
