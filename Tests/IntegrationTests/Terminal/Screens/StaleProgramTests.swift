import Glibc
import MockMarket
import NIOConcurrencyHelpers
import Shared
import TerminalKit
import TestSupport
import Testing

@testable import PushServer

/// Prices that are not live, as somebody sees them in front of a real pty.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct StaleProgramTests {
    /// The exchange is asked twice a second, in a time that passes when the test says so.
    @Test func aPriceWhoseSourceIsSilentIsDimWithItsAgeAndLitAgainWhenItIsBack() async throws {
        try await withTemporaryDirectory { directory in
            let time = NIOLockedValueBox(MarketTime.now)
            try await withServer(
                in: directory,
                time: time,
                configure: {
                    $0.market.tickerInterval = .milliseconds(500)
                    $0.market.listingInterval = .seconds(60)
                }
            ) { server in
                try await server.until { table in
                    table.count > 0 && table.source(table[0].pricing.source)?.provider == "Huobi"
                }
                server.mock.setFaults([try Fault(rule: "/market 503")])
                try await server.until { $0.sources.contains { $0.kind == .tickers && $0.state == .down } }
                time.withLockedValue { $0 = $0.adding(seconds: 30) }
                try await server.logIn(profile: directory + "/profile")
                let program = try await server.openTickwire(in: directory, size: Size(width: 140, height: 40))
                try await program.until { screen in
                    screen.solana.map { $0.isDim && $0.age.hasSuffix(" s") } ?? false
                }
                server.mock.setFaults([])
                try await program.until { screen in screen.solana.map { !$0.isDim && $0.age.isEmpty } ?? false }
                program.send(SIGTERM)
                _ = await program.ended()
            }
        }
    }
}

extension TestServer {
    fileprivate func until(_ isReached: (MarketTable) -> Bool) async throws {
        while !isReached(await hub.state) {
            try Task.checkCancellation()
            await Task.yield()
        }
    }
}

extension ModelTerminal {
    /// How the price of Solana looks, which leaves room for its age; nil while a frame is under way.
    fileprivate var solana: (isDim: Bool, age: String)? {
        guard !modes.contains(2026), let y = lines.firstIndex(where: { $0.contains(" Solana ") }),
            let match = lines[y].firstMatch(of: /Solana +(?<age>\d+ s|) *(?<price>[0-9,]+\.[0-9]+)/)
        else { return nil }
        let x = lines[y].distance(from: lines[y].startIndex, to: match.price.startIndex)
        let pen = cells[y][x].pen
        return (pen.attributes.contains(.dim) || pen.foreground != .terminalDefault, String(match.age))
    }
}
