import Foundation
import MockMarket
import NIOConcurrencyHelpers
import NIOCore
import Shared
import Testing

@testable import PushServer

/// What a monitor reads from `/metrics`.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct MetricsTests {
    @Test func everyCloseCodeIsThereFromTheStart() async throws {
        let text = try await metrics()
        for code in CloseCode.all { #expect(text.contains("tickwire_closes_total{code=\"\(code.rawValue)\"} 0\n")) }
    }

    @Test func eachAnswerSaysWhatItIs() async throws {
        try await withMetrics { server, _, _ in
            let port = try #require(server.server.adminAddress?.port)
            for (path, type) in [
                ("/status", "application/json"), ("/healthz", "text/plain; charset=utf-8"),
                ("/metrics", "text/plain; version=0.0.4; charset=utf-8"),
            ] {
                let request = "GET \(path) HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
                let answer = try await RawClient.adminAnswer(to: request, port: port)
                #expect(answer.contains("\r\ncontent-type: \(type)\r\n"), "\(answer.prefix(200))")
            }
        }
    }

    @Test(arguments: [ServerConfiguration.Market.Kind.live, .mock])
    func itTellsWhetherPricesAreMadeUp(kind: ServerConfiguration.Market.Kind) async throws {
        let text = try await metrics { $0.market.kind = kind }
        #expect(text.contains("tickwire_market_info{market=\"\(kind.rawValue)\"} 1\n"))
    }

    @Test func eachSourceIsInOneStateAndItTellsWhich() async throws {
        let text = try await metrics { $0.market.keys = [:] }
        let states = text.matches(
            of: /tickwire_source_state\{(kind="[^"]*",provider="[^"]*"),state="([a-z_]+)"\} ([01])\n/
        )
        let sources = Dictionary(grouping: states) { String($0.output.1) }
        #expect(sources.count == 6)
        for (source, states) in sources {
            #expect(states.count == MarketSource.State.allCases.count, "\(source)")
            #expect(states.count { $0.output.3 == "1" } == 1, "\(source)")
        }
        let live = states.filter { $0.output.3 == "1" && $0.output.2 == "live" }.map { String($0.output.1) }
        #expect(live.contains("kind=\"listing\",provider=\"CoinMarketCap\""))
        let keyless = states.filter { $0.output.3 == "1" && $0.output.2 == "needs_key" }.map { String($0.output.1) }
        #expect(keyless == ["kind=\"symbols\",provider=\"CryptoCompare\""])
    }

    /// Once, the server asked it at each start, and the alert for dead sources stayed on.
    @Test func aProviderThatAnswersNothingWithoutAKeyIsNotAskedAndIsNoDeadSource() async throws {
        let (live, source) = ("tickwire_source_live", #"{kind="symbols",provider="CryptoCompare"}"#)
        let fault = Fault(path: "/data/all/coinlist", kind: .status(503, retryAfter: nil))
        try await withMetrics(faults: [fault], configure: { $0.market.keys = [:] }) { server, _, text in
            let state = await server.hub.sourceStates.first { $0.provider == "CryptoCompare" }
            #expect(state?.state == .needsKey && state?.cause == "CryptoCompare needs an API key.")
            let page = try await text()
            #expect(!page.contains(live + source))
            #expect(page.contains(live + #"{kind="symbols",provider="Huobi"} 1"#))
        }
        try await withMetrics(faults: [fault]) { server, _, text in
            let state = await server.hub.sourceStates.first { $0.provider == "CryptoCompare" }
            #expect(state?.state == .down, "with a key, it is asked")
            let page = try await text()
            #expect(page.contains(live + source + " 0"))
        }
    }

    @Test func anExchangesClockThatIsOffIsReported() async throws {
        let offset = #/tickwire_source_clock_offset_seconds\{kind="tickers",provider="Huobi"\} (-?[0-9]+)\n/#
        try await withMetrics { server, now, text in
            await server.hub.arrived(TickerBoard(time: now.adding(seconds: 480), tickers: []), provider: "Huobi")
            let after = try await text().firstMatch(of: offset)?.output.1
            #expect(after == "-480")
        }
    }

    @Test func rowsThatCannotBeReadAndPricesThatAreLostOrHeldBackAreCounted() async throws {
        let unread = try [Fault(rule: "/market/tickers bad-rows=5 times=1")]
        try await withMetrics(faults: unread) { server, now, text in
            func counts() async throws -> [Int?] {
                let text = try await text()
                return ["bad_rows", "lost_prices", "held_back_prices"].map { name in
                    let line = text.split(separator: "\n").first { $0.hasPrefix("tickwire_\(name)_total ") }
                    return line?.split(separator: " ").last.flatMap { Int($0) }
                }
            }
            // The prices as the listing has them. The mock's own clock keeps running.
            let table = await server.hub.state
            let tickers = try ["LTC", "ETH"].map { symbol in
                let row = try #require((0..<table.count).first { table[$0].instrument.symbol == symbol })
                let price = try #require(table[row].exactPrice)
                return PairTicker(pair: symbol.lowercased() + "usdt", close: price)
            }
            let first = TickerBoard(time: now.adding(seconds: 600), tickers: tickers)
            await server.hub.arrived(first, provider: "Huobi")
            let before = try await counts()
            #expect(before == [5, 0, 0])
            let jump = PairTicker(
                pair: "ltcusdt",
                close: try ExactDecimal(mantissa: 1, exponent: 9)
            )
            let board = TickerBoard(time: now.adding(seconds: 601), tickers: [jump], unpriced: ["ethusdt"])
            await server.hub.arrived(board, provider: "Huobi")
            let after = try await counts()
            #expect(after == [5, 1, 1])
        }
    }

    private func metrics(configure: @escaping (inout ServerConfiguration) -> Void = { _ in }) async throws -> String {
        try await withMetrics(configure: configure) { _, _, text in try await text() }
    }

    /// - Parameter body: gets the server, the clock, which stands still, and the page.
    private func withMetrics<Value: Sendable>(
        faults: [Fault] = [],
        configure: @escaping (inout ServerConfiguration) -> Void = { _ in },
        _ body: @MainActor (TestServer, MarketTime, @MainActor () async throws -> String) async throws -> Value
    ) async throws -> Value {
        let time = NIOLockedValueBox(MarketTime.now)
        return try await withTemporaryDirectory { directory in
            try await withServer(in: directory, faults: faults, time: time) {
                $0.admin = ServerConfiguration.Endpoint(host: "127.0.0.1", port: 0)
                configure(&$0)
            } _: { server in
                await server.server.waitUntilMarketStarted()
                let port = try #require(server.server.adminAddress?.port)
                return try await body(server, time.withLockedValue { $0 }) {
                    try await RawClient.metrics(port: port)
                }
            }
        }
    }
}
