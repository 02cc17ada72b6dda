import MockMarket
import Shared
import Testing

@testable import PushServer
@testable import TerminalClient

/// Icons from the provider through the server to a terminal, over real connections.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct IconTests {
    @Test func iconsComeUntouchedAndAreFetchedOnceForAll() async throws {
        try await withTestServer { server in
            let (one, other) = (server.terminal(), server.terminal())
            try await one.connected {
                try await other.connected {
                    async let _ = one.link.icons.appeared(.system)
                    async let _ = other.link.icons.appeared(.system)
                    await one.untilReady()
                    await other.untilReady()
                    one.link.icons.shown([CoinID(1), CoinID(1027)])
                    await one.until { $0.link.icons.icon(of: CoinID(1)) != nil }
                    await one.until { $0.link.icons.icon(of: CoinID(1027)) != nil }
                    let picture = try await server.server.resources.router.answer(to: .coinMarketCapIcon(CoinID(1)))
                    #expect(one.link.icons.icon(of: CoinID(1))?.png == picture.body)
                    server.mock.setFaults([Fault(path: "/", kind: .status(500, retryAfter: nil))])
                    other.link.icons.shown([CoinID(1), CoinID(1027)])
                    // Icons come in any order.
                    await other.until { $0.link.icons.icon(of: CoinID(1)) != nil }
                    await other.until { $0.link.icons.icon(of: CoinID(1027)) != nil }
                    #expect(other.link.icons.icon(of: CoinID(1))?.png == picture.body)
                }
            }
        }
    }

    @Test func aScreenfulComesInTheEndAlsoWhereSomeCoinsHaveNone() async throws {
        try await withTestServer { server in
            let coins = server.mock.market.coins.prefix(40).map(\.identity.id)
            let bad = coins[3]
            server.mock.setFaults([
                Fault(path: "/static/img/coins/64x64/\(bad.rawValue).png", kind: .status(503, retryAfter: nil))
            ])
            let terminal = server.terminal()
            try await terminal.connected {
                async let _ = terminal.link.icons.appeared(.system)
                await terminal.untilReady()
                terminal.link.icons.shown(coins + [CoinID(999_999_999)])
                await terminal.until { $0.icons.count == coins.count + 1 }
                let without = terminal.icons.filter { $0.value == nil }.map(\.key).sorted()
                #expect(without == [bad, CoinID(999_999_999)].sorted())
            }
        }
    }

    @Test func iconsAreAskedForAgainAfterALostConnection() async throws {
        try await withTestServer { server in
            let proxy = try await TestProxy.start(upstreamPort: server.port)
            let terminal = server.terminal(port: proxy.port)
            try await terminal.running {
                async let _ = terminal.link.icons.appeared(.system)
                await terminal.untilReady()
                proxy.cutNow()
                await terminal.untilWaiting()
                terminal.link.icons.shown([CoinID(1)])
                terminal.link.retryRequested()
                await terminal.until { $0.link.icons.icon(of: CoinID(1)) != nil }
            }
            try await proxy.stop()
        }
    }

    private func withTestServer(_ body: @MainActor (TestServer) async throws -> Void) async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory, coins: 60, body)
        }
    }
}

extension TestTerminal {
    /// The answer for each coin: its icon, or nil where it has none.
    fileprivate var icons: [CoinID: CoinIcon?] {
        frames.reduce(into: [:]) { icons, frame in
            if case .icon(let coin, let icon) = frame { icons.updateValue(icon, forKey: coin) }
        }
    }
}
