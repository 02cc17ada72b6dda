import MockMarket
import NIOCore
import Shared
import Testing

@testable import PushServer
@testable import TerminalClient

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ReconnectTests {
    private func withProxiedServer(
        _ body: @MainActor (TestServer, TestProxy, String) async throws -> Void
    ) async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) { server in
                let proxy = try await TestProxy.start(upstreamPort: server.port)
                try await body(server, proxy, directory)
                try await proxy.stop()
            }
        }
    }

    @Test func aLostConnectionIsResumedWithADiff() async throws {
        try await withProxiedServer { server, proxy, _ in
            let terminal = server.terminal(port: proxy.port)
            try await terminal.running {
                await terminal.untilReady()
                terminal.forgetFrames()
                proxy.cutNow()
                await terminal.untilWaiting()
                try await server.tick(["btcusdt": "61234.50"])
                try await server.tick(["ethusdt": "2345.60"])
                terminal.link.retryRequested()
                try await terminal.untilItHasTheMarket(of: server)
                #expect(terminal.snapshotParts == 0)
                let first = try #require(terminal.diffs.first)
                #expect(first.to - first.from >= 2, "two missed ticks are one merged diff")
            }
        }
    }

    @Test func aLogoutThatWasAskedForIsMadeGoodAfterALoss() async throws {
        try await withProxiedServer { server, proxy, _ in
            let terminal = server.terminal(port: proxy.port)
            try await terminal.running {
                await terminal.untilReady()
                proxy.cutNow()
                await terminal.untilWaiting()
                terminal.link.logOutRequested()
                terminal.link.retryRequested()
                let error = await terminal.untilStopped()
                #expect(error == .closed(.signedOut))
            }
        }
    }

    @Test func aServerStartedAnewSendsASnapshotAndTheOldPricesStayUntilItIsWhole() async throws {
        try await withTemporaryDirectory { directory in
            let proxy = try await TestProxy.start(upstreamPort: 1)
            let terminal = try await withServer(in: directory) { server in
                proxy.plug(into: server.port)
                return server.terminal(port: proxy.port)
            }
            try await terminal.connected {
                let first = try await withServer(in: directory) { server in
                    proxy.plug(into: server.port)
                    await terminal.untilReady()
                    return server.hub.epoch
                }
                #expect(terminal.table.count == 60, "the server is gone, its prices are not")
                terminal.forgetFrames()
                crash(in: directory)
                try await withServer(in: directory) { server in
                    proxy.plug(into: server.port)
                    #expect(server.hub.epoch != first)
                    await terminal.until { $0.link.state == .live && $0.snapshotParts > 0 }
                    try await terminal.untilItHasTheMarket(of: server)
                }
            }
            try await proxy.stop()
        }
    }

    /// A server that crashes leaves no market to the next one.
    private func crash(in directory: String) { SmallFile.remove(DataDirectory.market(in: directory)) }

    @Test func aPlannedRestartGoesOnWithTheEpochAndIsResumedWithADiff() async throws {
        try await withTemporaryDirectory { directory in
            let proxy = try await TestProxy.start(upstreamPort: 1)
            let terminal = try await withServer(in: directory) { server in server.terminal(port: proxy.port) }
            try await terminal.connected {
                let first = try await withServer(in: directory) { server in
                    proxy.plug(into: server.port)
                    await terminal.untilReady()
                    return server.hub.epoch
                }
                terminal.forgetFrames()
                try await withServer(in: directory) { server in
                    proxy.plug(into: server.port)
                    #expect(server.hub.epoch == first)
                    await terminal.untilLive()
                    try await server.tick(["btcusdt": "61234.50"])
                    try await terminal.untilItHasTheMarket(of: server)
                    #expect(terminal.snapshotParts == 0)
                }
            }
            try await proxy.stop()
        }
    }

    @Test func aServerStartedAnewThatKnowsNoCoinsYetBlanksNoScreen() async throws {
        try await withTemporaryDirectory { directory in
            let proxy = try await TestProxy.start(upstreamPort: 1)
            let terminal = try await withServer(in: directory) { server in server.terminal(port: proxy.port) }
            try await terminal.connected {
                try await withServer(in: directory) { server in
                    proxy.plug(into: server.port)
                    await terminal.untilReady()
                }
                let held = terminal.table
                terminal.forgetFrames()
                crash(in: directory)
                let fault = Fault(path: "/", kind: .status(503, retryAfter: nil))
                try await withServer(in: directory, faults: [fault]) { server in
                    proxy.plug(into: server.port)
                    await terminal.until { $0.link.state == .live && $0.snapshotParts > 0 }
                    await terminal.until { $0.table.sources.contains { $0.state == .down } }
                    let rows = await server.hub.coinCount
                    #expect(rows == 0)
                    #expect(terminal.table.count == held.count)
                    let quotes = (0..<held.count).map { terminal.table[$0] }
                    #expect(quotes.map(\.instrument) == (0..<held.count).map { held[$0].instrument })
                    #expect(quotes.map(\.mantissa) == (0..<held.count).map { held[$0].mantissa })
                }
            }
            try await proxy.stop()
        }
    }

    @Test func offlineChangesArriveOnceInTheirOrder() async throws {
        try await withProxiedServer { server, proxy, _ in
            let terminal = server.terminal(port: proxy.port)
            try await terminal.running {
                await terminal.untilReady()
                proxy.cutNow()
                await terminal.untilWaiting()
                for coin in [3, 1, 2] { terminal.add(CoinID(UInt32(coin))) }
                terminal.remove(CoinID(1))
                #expect(terminal.link.user.pendingCount == 4)
                terminal.link.retryRequested()
                await terminal.untilConfirmed()
                #expect(terminal.favorites == [CoinID(3), CoinID(2)])
                #expect(terminal.user.version == 4, "each change took effect once")
            }
        }
    }

    /// Cuts the wire after each number of bytes that the answer to a change may have.
    @Test func aChangeWhoseAnswerWasCutOffAnywhereTakesEffectOnce() async throws {
        try await withProxiedServer { server, proxy, _ in
            let terminal = server.terminal(port: proxy.port)
            try await terminal.connected {
                await terminal.untilReady()
                for bytes in 0..<120 {
                    let before = terminal.user.version
                    proxy.cut(afterBytesFromServer: bytes)
                    terminal.set(Settings.coinsOnly, to: bytes.isMultiple(of: 2))
                    await terminal.untilConfirmed()
                    #expect(terminal.user.version == before + 1, "cut after \(bytes) bytes")
                }
            }
        }
    }

    @Test func aChangeOutlivesItsProcess() async throws {
        try await withProxiedServer { server, proxy, directory in
            let pending = directory + "/pending"
            do {
                let terminal = server.terminal(port: proxy.port, journals: try PendingJournals(directory: pending))
                try await terminal.running {
                    await terminal.untilReady()
                    proxy.cutNow()
                    await terminal.untilWaiting()
                    terminal.add(CoinID(1))
                }
            }
            let journals = try PendingJournals(directory: pending)
            #expect(journals.queues.map { $0.pending.map(\.mutation) } == [[.add([CoinID(1)], of: UserTable())], []])
            let next = server.terminal(port: proxy.port, journals: journals)
            try await next.connected {
                await next.untilReady()
                await next.untilConfirmed()
                #expect(next.favorites == [CoinID(1)])
                #expect(next.user.version == 1)
            }
        }
    }

    @Test func aStalledReaderGetsOneMergedDiffThatEqualsTheFinalState() async throws {
        try await withProxiedServer { server, proxy, _ in
            let terminal = server.terminal(port: proxy.port)
            try await terminal.connected {
                await terminal.untilReady()
                try await proxy.setStalled(true)
                let count = 6000
                for tick in 0..<count { try await server.moveEverything(by: tick) }
                try await server.untilEveryLoopHasAllTicks()
                terminal.forgetFrames()
                try await proxy.setStalled(false)
                try await terminal.untilItHasTheMarket(of: server)
                // What the kernel and the proxy had taken before the stall comes first; nothing was queued behind it.
                #expect(terminal.diffs.count < count / 4)
                #expect(
                    terminal.diffs.last.map { $0.to - $0.from > 1 } == true,
                    "\(terminal.diffs.map { $0.to - $0.from })"
                )
                #expect(terminal.snapshotParts == 0)
            }
        }
    }
}

extension TestServer {
    /// Makes a tick that moves the price of every coin with a pair a little.
    func moveEverything(by step: Int) async throws {
        let tickers = try mock.market.coins.compactMap { coin in
            try coin.pair.map { pair in
                let price = try ExactDecimal(mantissa: coin.price * 10_000 + Int64(step), exponent: -coin.decimals - 4)
                return PairTicker(pair: pair, close: price)
            }
        }
        await hub.arrived(TickerBoard(time: .now, tickers: tickers, badRows: 0), provider: "Huobi")
    }
}
