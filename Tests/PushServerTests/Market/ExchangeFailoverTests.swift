import Shared
import TestSupport
import Testing

@testable import PushServer

/// One of the mock's two exchanges falls silent. Which one prices a coin, and how do candles move?
@Suite(.timeLimit(.minutes(5)))
struct ExchangeFailoverTests {
    @Test func theSecondExchangePricesACoinWhileTheFirstIsSilent() async throws {
        try await MarketStage.run { stage in
            try await stage.started()
            try await stage.secondExchange()
            for _ in 0..<5 { await stage.second() }
            #expect(await stage.sight("BTC") == stage.live("BTC"))
            try stage.spoil("/market 503")
            for second in 1...30 {
                await stage.second()
                let sight = await stage.sight("BTC")
                #expect(sight?.provider == (second < 10 ? "Huobi" : "Binance"), "after \(second) s")
                if second >= 10 { #expect(sight?.isLive == true && sight?.seconds == 0, "as young as its source") }
            }
            let states = await stage.hub.sourceStates.filter { $0.kind == .tickers }
            #expect(states.map(\.provider) == ["Huobi", "Binance"])
            #expect(states.map(\.state) == [.down, .live])
            try stage.spoil()
            await stage.second()
            #expect(await stage.sight("BTC") == stage.live("BTC"), "and back at once")
        }
    }

    @Test func aCoinThatOnlyTheSecondExchangeTradesIsPricedByIt() async throws {
        try await MarketStage.run { stage in
            try await stage.started()
            try await stage.secondExchange()
            await stage.second()
            let state = await stage.hub.state
            let providers = (0..<state.count).map { state.source(state[$0].pricing.source)?.provider }
            #expect(Set(providers) == ["Huobi", "Binance", "CoinMarketCap"])
        }
    }

    /// The second exchange's prices are a thousandth higher, which is no move of the market.
    @Test func noCandleContainsTheChangeOfSource() async throws {
        let bitcoin = CoinID(1)
        let key = SeriesKey(source: .huobi, coin: bitcoin, interval: .hour)
        try await MarketStage.run { stage in
            var rules = CandleHubRules(
                market: await stage.hub.state,
                sources: ServerOffers.test.klineSources,
                counters: CandleCounters()
            )
            try await stage.started()
            try await stage.secondExchange()
            let chart = StubChart(1, ChartRequest(coin: bitcoin, interval: .hour, count: 10))
            func catchUp() -> [CandleHubRules.Request] {
                stage.candles.takeAll().flatMap { rules.received($0, at: stage.now, jitter: 0) }
            }
            _ = catchUp()
            let request = try #require(rules.received(.opened(chart.subscription), at: stage.now, jitter: 0).first)
            let page = try await stage.page(of: request.symbol, .hour, count: request.count)
            _ = rules.received(.fetched(request, .success(page), stretch: 1), at: stage.now, jitter: 0)

            /// The close and the source of the price in each second.
            func seconds(_ count: Int) async -> [(close: String?, provider: String?)] {
                var seen: [(String?, String?)] = []
                for _ in 0..<count {
                    await stage.second()
                    _ = catchUp()
                    seen.append(
                        (rules[key]?.sequence.candles.last?.close.description, await stage.sight("BTC")?.provider)
                    )
                }
                return seen
            }
            let before = await seconds(5)
            #expect(Set(before.map(\.close)).count > 1, "it moves with its own exchange")
            #expect(before.last?.close == stage.traded("BTC").flatMap(decimal)?.description)
            try stage.spoil("/market/tickers 503")
            let silent = await seconds(30)
            #expect(Set(silent.map(\.close)) == [before.last?.close], "nobody else's price moves it")
            #expect(silent.last?.provider == "Binance")
            try stage.spoil()
            let after = await seconds(2)
            #expect(after.last?.provider == "Huobi")
            #expect(after.last?.close == stage.traded("BTC").flatMap(decimal)?.description)
            let candle = try #require(rules[key]?.sequence.candles.last)
            let dearest = try #require((before + after).compactMap(\.close).compactMap(decimal).max())
            let most = max(dearest, try #require(page.candles.last).high)
            #expect(candle.high <= most, "no price of the other one is in it")
        }
    }
}
