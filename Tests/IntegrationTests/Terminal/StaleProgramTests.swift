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
    @Test func aPriceWhoseSourceIsSilentIsDimAndItsAgeIsTold() async throws {
        try await withTemporaryDirectory { directory in
            let time = NIOLockedValueBox(MarketTime.now)
            let often = { (configuration: inout ServerConfiguration) in
                configuration.market.tickerInterval = .milliseconds(500)
            }
            try await withServer(in: directory, time: time, configure: often) { server in
                try await server.until { table in
                    table.sources.contains { $0.provider == "Huobi" && $0.kind == .tickers && $0.state == .live }
                }
                server.mock.setFaults([try Fault(rule: "/market 503")])
                try await server.until { $0.sources.contains { $0.kind == .tickers && $0.state == .down } }
                time.withLockedValue { $0 = $0.adding(seconds: 30) }
                let program = try await server.openTickwire(in: directory, size: Size(width: 120, height: 30))
                try await program.until { screen in
                    screen.isWhole && screen.isDim(priceOf: "ETH") == true && screen.text.contains("old price")
                        && screen.lines[28].contains("prices 3")
                }
                server.mock.setFaults([])
                try await program.until { $0.isWhole && $0.isDim(priceOf: "ETH") == false }
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
    /// Whether no frame is under way.
    fileprivate var isWhole: Bool { !modes.contains(2026) }

    /// How the price of a row looks that is not selected; nil where there is none. It ends below the end of its title.
    fileprivate func isDim(priceOf symbol: String) -> Bool? {
        guard let title = lines[2].firstRange(of: "rice"),
            let y = lines.firstIndex(where: { $0.contains(" \(symbol) ") })
        else { return nil }
        let end = lines[2].distance(from: lines[2].startIndex, to: title.upperBound)
        guard let pen = cells[y][..<end].last?.pen else { return nil }
        let isLit = pen.background != .terminalDefault
        return pen.attributes.contains(.dim) || pen.foreground != .terminalDefault && !isLit
    }
}
