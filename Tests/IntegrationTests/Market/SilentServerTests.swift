import Foundation
import NIOConcurrencyHelpers
import Shared
import TestSupport
import Testing

@testable import PushServer

/// A server that hears nothing new, like a node that has lost its leader. Its sources were live when it last heard of
/// them, and time passes.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SilentServerTests {
    @Test func nobodyTakesItsPricesForLive() async throws {
        try await withTemporaryDirectory { directory in
            let (clock, time) = (HoldableClock(), NIOLockedValueBox(MarketTime.now))
            try await withServer(
                in: directory,
                clock: clock,
                time: time,
                configure: { $0.admin = .init(host: "127.0.0.1", port: 0) }
            ) { server in
                try await server.logIn(profile: directory + "/profile")
                let live = #"tickwire_source_live{kind="tickers",provider="Huobi"}"#
                #expect(try await server.metrics().contains(live + " 1\n"))
                // The exchange may have answered before its pairs were known.
                let listed = try #require(await server.hub.state[0].exactPrice)
                try await server.poll(["btcusdt": "\(listed)"]) {
                    let market = await server.hub.state
                    return market.source(market[0].pricing.source)?.kind == .tickers
                }
                // The server judges nothing any more. It asks its exchanges once an hour, and four have passed.
                clock.hold()
                time.withLockedValue { $0 = $0.adding(seconds: 4 * 3600) }
                #expect(try await server.metrics().contains(live + " 0\n"))
                let prices = try await use("prices --limit 1", at: server, directory)
                #expect(prices.complaint.contains("tickwire: Huobi tickers: stale, 144"), "\(prices.complaint)")
                let bar = try await use("bar BTC --once --for waybar", at: server, directory)
                #expect(bar.said.contains(#""class":"old""#), "\(bar.said)")
                clock.goOn()
            }
        }
    }

    /// - Returns: what the command prints to standard output and to standard error.
    private func use(
        _ command: String,
        at server: TestServer,
        _ directory: String
    ) async throws -> (said: String, complaint: String) {
        let path = directory + "/errors"
        try SmallFile.write([], to: path)
        let words = command.split(separator: " ").map(String.init)
        let options = ["--server", "127.0.0.1:\(server.port)", "--profile", directory + "/profile"]
        let run = try await CommandRun("tickwire", words + options, errors: FileHandle(forWritingAtPath: path))
        return (run.said, String(decoding: try SmallFile.read(path), as: UTF8.self))
    }
}
