import MockMarket
import Shared
import Testing

@testable import PushServer

/// No old price is shown as live: clocks that are off, stamps that stand still and caches that repeat themselves.
@Suite(.timeLimit(.minutes(5)))
struct HonestClockTests {
    // MARK: Clocks

    @Test(arguments: ["clock=-480s", "clock=480s"])
    func anExchangeWhoseClockIsOffIsLiveAndReportedOnce(fault: String) async throws {
        try await MarketStage.run { stage in
            try stage.spoil("/market/tickers \(fault)")
            try await stage.started()
            for _ in 0..<3 { try await stage.tick() }
            #expect(await stage.sight("LTC") == stage.live("LTC"))
            let offsets = await stage.hub.clockOffsets.map { abs(Int($0.offset / .seconds(1))) }
            #expect(offsets == [480])
        }
    }

    @Test func anExchangeWhoseStampsStandStillIsNotLive() async throws {
        try await MarketStage.run { stage in
            try stage.spoil("/market/tickers stopped=\(stage.now.milliseconds)")
            try await stage.started()
            for _ in 0..<12 {
                await stage.pass(.seconds(1))
                try await stage.tickers()
            }
            #expect(await stage.sight("LTC")?.isLive == false)
            let source = await stage.hub.state.sources.first { $0.kind == .tickers }
            #expect(source?.state == .stale)
            #expect(source?.cause.contains("repeats") == true, "\(source?.cause ?? "")")
        }
    }

    @Test func pricesThatMoveUnderAStampThatStandsStillAreNotLive() async throws {
        try await MarketStage.run { stage in
            try stage.spoil("/market/tickers stopped=\(stage.now.milliseconds)")
            try await stage.started()
            for second in 1...30 {
                try await stage.tick()
                await stage.pass(.zero)
                let sight = await stage.sight("LTC")
                #expect(sight?.isLive == (second < 11), "after \(second) s: \(String(describing: sight))")
            }
            let source = await stage.hub.state.sources.first { $0.kind == .tickers }
            #expect(source?.state == .stale)
            #expect(source?.cause == "Huobi's time stamps stand still.")
            try stage.spoil()
            try await stage.tick()
            #expect(await stage.sight("LTC") == stage.live("LTC"))
        }
    }

    @Test func anAnswerWithAnOlderStampIsNotNews() async throws {
        try await MarketStage.run { stage in
            try await stage.started()
            let before = await stage.sight("LTC")
            try stage.spoil("/market/tickers clock=-30s")
            try await stage.tick()
            #expect(await stage.sight("LTC")?.price == before?.price, "it comes from a cache that lags")
            for _ in 0..<62 { try await stage.tick() }
            #expect(await stage.sight("LTC") == stage.live("LTC"), "a clock that was set back goes on from there")
        }
    }

    @Test func aHangingExchangeIsReportedBeforeTheServerSeemsSilent() async throws {
        try await MarketStage.run { stage in
            try await stage.started()
            let before = await stage.hub.state.sequence
            for _ in 0..<4 { await stage.pass(.seconds(1)) }
            let table = await stage.hub.state
            let source = table.sources.first { $0.kind == .tickers }
            #expect(table.sequence > before)
            #expect(source?.state == .stale)
            #expect(source?.cause == "Huobi does not answer.")
            try await stage.tick()
            #expect(await stage.hub.state.sources.first { $0.kind == .tickers }?.state == .live)
        }
    }

    // MARK: A server whose clock is set back, and caches

    @Test func pricesFromBeforeTheClockWasSetBackAreNotLive() async throws {
        try await MarketStage.run { stage in
            try await stage.started()
            try await stage.tick()
            await stage.pass(.seconds(-3600))
            await stage.hub.failed(.tickers, ProviderError(.huobiTickers, .timedOut), retryAt: stage.now)
            for _ in 0..<20 { await stage.pass(.seconds(1)) }
            let old = await stage.sight("LTC")
            #expect(old?.isLive == false && old?.seconds == nil, "\(String(describing: old))")
            // The exchange's clock was right all the time.
            let board = TickerBoard(
                time: stage.now.adding(seconds: 7200),
                tickers: [
                    PairTicker(
                        pair: "ltcusdt",
                        close: try #require(decimal(stage.traded("LTC") ?? ""))
                    )
                ]
            )
            await stage.hub.arrived(board, provider: "Huobi")
            #expect(await stage.sight("LTC") == stage.live("LTC"))
            #expect(await stage.hub.state.sources.first { $0.kind == .tickers }?.lastEvent == stage.now)
        }
    }

    @Test func aRepeatedListingGetsOldAndIsReported() async throws {
        try await MarketStage.run { stage in
            let cached = try await stage.listed()
            for _ in 0..<60 {
                await stage.hub.arrived(cached, provider: "CoinMarketCap")
                await stage.pass(.seconds(60))
            }
            #expect(await stage.sight("LTC")?.seconds ?? 0 >= 3540)
            let table = await stage.hub.state
            #expect(table.sources.first { $0.kind == .listing }?.state == .stale)
            #expect(table.sources.first { $0.kind == .listing }?.cause.contains("repeats") == true)
            let row = try #require((0..<table.count).first { table[$0].instrument.symbol == "LTC" })
            try await stage.pairs()
            try stage.spoil("/market price=ltcusdt:x3")
            try await stage.tick()
            #expect(await stage.sight("LTC")?.provider == "Huobi", "and it judges nothing any more")
            #expect(await stage.hub.state[row].dayChange == nil, "nor is it a price of yesterday")
        }
    }

    @Test func anAnswerThatIsRepeatedAfterAFailureSaysSo() async throws {
        try await MarketStage.run { stage in
            let cached = try await stage.listed()
            await stage.hub.arrived(cached, provider: "CoinMarketCap")
            await stage.pass(.seconds(60))
            let error = ProviderError(.coinMarketCapListing(start: 1, limit: 200, key: nil), .timedOut)
            await stage.hub.failed(.listing, error, retryAt: stage.now)
            await stage.pass(.seconds(60))
            await stage.hub.arrived(cached, provider: "CoinMarketCap")
            let listing = try #require(await stage.hub.state.sources.first { $0.kind == .listing })
            #expect(listing.state == .stale && listing.cause == "CoinMarketCap repeats its last answer.", "\(listing)")
        }
    }

    /// Two caches answer in turn, and neither moves on.
    @Test func alternatingListingsGetOldAndConfirmNothing() async throws {
        try await MarketStage.run { stage in
            let before = try await stage.listed()
            await stage.pass(.seconds(30))
            try stage.spoil("/public-api price=BTC:x1000")
            let wrong = try await stage.listed()
            let price = before.coins.first?.price
            for _ in 0..<30 {
                for cached in [before, wrong] { await stage.hub.arrived(cached, provider: "CoinMarketCap") }
                await stage.pass(.seconds(60))
            }
            let sight = await stage.sight("BTC")
            #expect(sight?.seconds ?? 0 >= 1740)
            #expect(sight?.price.flatMap { decimal($0) } == price, "an answer that comes again is no second listing")
            let listing = await stage.hub.state.sources.first { $0.kind == .listing }
            #expect(listing?.state == .stale)
        }
    }

    @Test func repeatedOrAlternatingAnswersWithoutStampsAreNotLive() async throws {
        try await MarketStage.run { stage in
            try await stage.started()
            let known = try #require(stage.traded("LTC").flatMap { decimal($0) })
            let prices = [known, try ExactDecimal(mantissa: known.mantissa + 1, exponent: known.exponent)]
            func board(_ number: Int) -> TickerBoard {
                let ticker = PairTicker(pair: "ltcusdt", close: prices[number % 2])
                return TickerBoard(time: nil, tickers: [ticker])
            }
            for number in 0..<12 {
                await stage.pass(.seconds(1))
                await stage.hub.arrived(board(number), provider: "Huobi")
            }
            #expect(await stage.sight("LTC")?.isLive == false)
            let exchange = await stage.hub.state.sources.first { $0.kind == .tickers }
            #expect(exchange?.state == .stale)
        }
    }

    @Test func aPairThatIsMissingFromAnAnswerShowsItsOwnAge() async throws {
        try await MarketStage.run { stage in
            try await stage.started()
            try stage.spoil("/market without=ltcusdt")
            try await stage.run(seconds: 5)
            await stage.pass(.seconds(1))
            #expect(await stage.sight("LTC")?.seconds == 6)
            await stage.pass(.seconds(4))
            #expect(await stage.sight("LTC")?.isLive == false, "however lately the exchange said something of others")
        }
    }
}
