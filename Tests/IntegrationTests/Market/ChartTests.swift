import Shared
import TestSupport
import Testing

@testable import MockMarket
@testable import PushServer
@testable import TerminalClient

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ChartTests {
    /// The interval is a day, because a day seldom ends while a test runs.
    private let bitcoin = ChartRequest(coin: CoinID(1), interval: .day, count: 48)

    private func withTestServer(_ body: @MainActor (TestServer) async throws -> Void) async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory, coins: 100, body)
        }
    }

    @Test func aChartComesFromTheUsersSourceAndMovesWithTheLivePrice() async throws {
        try await withTestServer { server in
            let terminal = server.terminal()
            try await terminal.connected {
                await terminal.untilReady()
                let chart = terminal.link.charts.open(bitcoin)
                await terminal.until { _ in chart.isComplete }
                #expect(chart.source == "huobi")
                #expect(chart.candles.count == 48)
                #expect(chart.candles.map(\.isClosed) == (0..<48).map { $0 < 47 })
                let times = chart.candles.map(\.time.milliseconds)
                #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == 86_400_000 })
                try await server.tick(["btcusdt": "99999.000000000001"])
                await terminal.until { _ in chart.candles.last?.close.description == "99999.000000000001" }
                #expect(chart.candles.last?.high.description == "99999.000000000001")
            }
        }
    }

    @Test func aSourceChosenInOneTerminalMovesTheChartsOfTheOther() async throws {
        try await withTestServer { server in
            let (one, other) = (server.terminal(), server.terminal())
            try await one.connected {
                try await other.connected {
                    await one.untilReady()
                    await other.untilReady()
                    let chart = other.link.charts.open(bitcoin)
                    await other.until { _ in chart.isComplete }
                    #expect(chart.source == "huobi")
                    one.set(.cryptoCompare)
                    await other.until { _ in chart.source == "cryptocompare" }
                    #expect(chart.candles.count == 48)
                    one.set(.binance)
                    await other.until { _ in chart.source == "binance" }
                    #expect(chart.candles.count == 48 && chart.problem == nil)
                    one.set(.huobi)
                    await other.until { _ in chart.source == "huobi" }
                }
            }
        }
    }

    /// The second server asks fewer exchanges than the first.
    @Test func aSourceThatIsNotOfferedAnyMoreStaysChosenAndTheFirstOneServes() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory, coins: 100) { server in
                let terminal = server.terminal()
                try await terminal.connected {
                    await terminal.untilReady()
                    #expect(terminal.link.user.offers.klineSources == ServerOffers.test.klineSources)
                    terminal.set(.binance)
                    await terminal.untilConfirmed()
                }
            }
            try await withServer(in: directory, coins: 100, users: []) {
                $0.market.take(exchanges: [.huobi])
            } _: { server in
                let terminal = server.terminal()
                try await terminal.connected {
                    await terminal.untilReady()
                    let user = terminal.link.user
                    #expect(user.offers.klineSources == [.huobi, .cryptoCompare])
                    #expect(user.table.storedText(of: Settings.klineSource) == "binance")
                    #expect(user.table.choice(of: Settings.klineSource, user.offers)?.text == "huobi")
                    let chart = terminal.link.charts.open(bitcoin)
                    await terminal.until { _ in chart.isComplete }
                    #expect(chart.source == "huobi")
                    let named = terminal.link.charts.open(
                        ChartRequest(coin: CoinID(1), interval: .day, count: 48, source: "binance")
                    )
                    await terminal.until { _ in named.problem != nil }
                    #expect(named.problem?.kind == .unknownSource)
                    #expect(
                        named.problem?.message
                            == "This server does not know the source 'binance'. Candles come from: Huobi, CryptoCompare."
                    )
                }
            }
        }
    }

    /// A coin that Huobi does not trade and CryptoCompare lists. Which coins these are depends on the ranks, and so on
    /// the time.
    private func untradedCoin(in market: SimulatedMarket) -> SimulatedCoin? {
        market.coins.first { coin in
            guard coin.pair == nil, case .coin(let place) = market.archive[coin.identity.symbol]?.price else {
                return false
            }
            return market.coins[place].identity.id == coin.identity.id && coin.identity.symbol != "USDT"
        }
    }

    @Test func aCoinWithoutAPairOffersTheOtherSource() async throws {
        try await withTestServer { server in
            let terminal = server.terminal()
            try await terminal.connected {
                await terminal.untilReady()
                let coin = try #require(untradedCoin(in: server.mock.market)?.identity.id)
                let chart = terminal.link.charts.open(ChartRequest(coin: coin, interval: .day, count: 10))
                await terminal.until { _ in chart.problem != nil }
                #expect(chart.problem?.kind == .notListed)
                let other = try #require(chart.problem?.otherSource)
                #expect(other != "huobi")
                terminal.set(other)
                await terminal.until { _ in chart.isComplete }
                #expect(chart.problem == nil)
                #expect(chart.candles.count == 10)
            }
        }
    }

    @Test func aChartIsOpenedAgainAfterALostConnection() async throws {
        try await withTestServer { server in
            let proxy = try await TestProxy.start(upstreamPort: server.port)
            let terminal = server.terminal(port: proxy.port)
            try await terminal.running {
                await terminal.untilReady()
                let chart = terminal.link.charts.open(bitcoin)
                await terminal.until { _ in chart.isComplete }
                proxy.cutNow()
                await terminal.untilWaiting()
                #expect(chart.candles.count == 48, "what was shown stays")
                terminal.link.retryRequested()
                await terminal.untilLive()
                try await server.tick(["btcusdt": "77777"])
                await terminal.until { _ in chart.candles.last?.close.description == "77777" }
            }
            try await proxy.stop()
        }
    }

    @Test func aSourceThatFailsIsReportedAndTheCandlesComeOnceItAnswers() async throws {
        try await withTestServer { server in
            server.mock.setFaults([Fault(path: "/market/history/kline", kind: .status(503, retryAfter: nil))])
            let terminal = server.terminal()
            try await terminal.connected {
                await terminal.untilReady()
                let chart = terminal.link.charts.open(bitcoin)
                await terminal.until { _ in chart.problem != nil }
                #expect(chart.problem?.kind == .unavailable)
                #expect(
                    chart.problem?.message
                        == "Huobi is unavailable: HTTP 503. Binance has this coin."
                )
                server.mock.setFaults([])
                await terminal.until { _ in chart.isComplete }
                #expect(chart.problem == nil)
            }
        }
    }

    @Test func theDetailOfACoinIsAskedOnceForAll() async throws {
        try await withTestServer { server in
            let (one, other) = (server.terminal(), server.terminal())
            try await one.connected {
                try await other.connected {
                    await one.untilReady()
                    await other.untilReady()
                    let detail = try await one.link.charts.detail(of: CoinID(1)).get()
                    #expect(detail.name == "Bitcoin")
                    #expect(detail.description?.isEmpty == false)
                    #expect(!detail.links.isEmpty)
                    server.mock.setFaults([Fault(path: "/", kind: .status(500, retryAfter: nil))])
                    let again = try await other.link.charts.detail(of: CoinID(1)).get()
                    #expect(again == detail)
                    let none = await other.link.charts.detail(of: CoinID(2))
                    #expect(
                        none
                            == .failure(
                                AnswerProblem(message: "CoinMarketCap is unavailable: An internal error occurred.")
                            )
                    )
                }
            }
        }
    }
}
