import Foundation
import MockMarket
import NIOCore
import Shared
import Testing

@testable import PushServer

/// What a monitor can tell from `/metrics`.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct MetricsTests {
    @Test func everyCloseCodeIsThereFromTheStart() async throws {
        let text = try await metrics()
        for code in CloseCode.all { #expect(text.contains("tickwire_closes_total{code=\"\(code.rawValue)\"} 0\n")) }
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

    private func metrics(configure: @escaping (inout ServerConfiguration) -> Void = { _ in }) async throws -> String {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) {
                $0.admin = ServerConfiguration.Endpoint(host: "127.0.0.1", port: 0)
                configure(&$0)
            } _: { server in
                await server.server.waitUntilMarketStarted()
                let port = try #require(server.server.adminAddress?.port)
                let request = "GET /metrics HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
                return String(buffer: try await RawClient.plainAnswer(to: Array(request.utf8), port: port))
            }
        }
    }
}
