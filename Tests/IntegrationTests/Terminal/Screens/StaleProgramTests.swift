import MockMarket
import NIOConcurrencyHelpers
import PlatformKit
import Shared
import TerminalKit
import TestSupport
import Testing

@testable import PushServer

/// Prices that are not live, as a real pty shows them.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct StaleProgramTests {
    /// The server asks the exchange twice a second, by a clock that the test moves.
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
                    screen.solana.map { $0.isDim && $0.age.hasSuffix("s") } ?? false
                }
                server.mock.setFaults([])
                try await program.until { screen in screen.solana.map { !$0.isDim && $0.age.isEmpty } ?? false }
                program.send(SIGTERM)
                _ = await program.ended()
            }
        }
    }

    /// Tether has no pair, so without a price in the listing its price is unknown.
    @Test func anUnknownPriceIsADash() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory, faults: [try Fault(rule: "/ price=USDT:null")]) { server in
                try await server.logIn(profile: directory + "/profile")
                let program = try await server.openTickwire(in: directory, size: Size(width: 140, height: 40))
                try await program.until { $0.text.contains(" Tether USDt ") && $0.text.contains("live") }
                let row = try #require(program.screen.lines.first { $0.contains(" Tether USDt ") })
                #expect(row.contains(/USDt\ +–/), "\(row)")
                #expect(!program.screen.text.contains("unknown"))
                program.send(SIGTERM)
                _ = await program.ended()
            }
        }
    }

    /// A listing's price is an average. Tether has no pair, so its price is the listing's.
    @Test func aTradeLightsUpAndAListingsPriceDoesNot() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory, configure: { $0.market.listingInterval = .seconds(1) }) { server in
                try await server.logIn(profile: directory + "/profile")
                let program = try await server.openTickwire(in: directory, size: Size(width: 140, height: 40))
                try await program.until { $0.text.contains(" Ethereum ") && $0.text.contains("live") }
                // Where frames come late, the one that lights a price and the next may arrive together.
                var cents = 11
                repeat {
                    cents = 23 - cents
                    try await server.tick(["ethusdt": "3000.\(cents)"])
                    try await program.until { $0.isLit("3,000.\(cents)", in: " Ethereum ") != nil }
                } while program.screen.isLit("3,000.\(cents)", in: " Ethereum ") == false
                server.mock.setFaults([try Fault(rule: "/ price=USDT:1.0123")])
                try await program.until { $0.isLit("1.0123", in: " Tether USDt ") != nil }
                #expect(program.screen.isLit("1.0123", in: " Tether USDt ") == false)
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
    /// How Solana's price looks, whose row has room for the age; nil while a frame is under way.
    fileprivate var solana: (isDim: Bool, age: String)? {
        guard !modes.contains(2026), let y = lines.firstIndex(where: { $0.contains(" Solana ") }),
            let match = lines[y].firstMatch(of: /Solana +(?<age>\d+s|) *(?<price>[0-9,]+\.[0-9]+)/)
        else { return nil }
        let x = lines[y].distance(from: lines[y].startIndex, to: match.price.startIndex)
        let pen = cells[y][x].pen
        return (pen.attributes.contains(.dim) || pen.foreground != .terminalDefault, String(match.age))
    }

    /// Whether the last digit of a price has a background of its own; nil while the row does not show the price, or a
    /// frame is under way.
    fileprivate func isLit(_ price: String, in name: String) -> Bool? {
        guard !modes.contains(2026), let y = lines.firstIndex(where: { $0.contains(name) }),
            let place = lines[y].firstRange(of: price)
        else { return nil }
        let x = lines[y].distance(from: lines[y].startIndex, to: place.upperBound) - 1
        return cells[y][x].pen.background != .terminalDefault
    }
}
