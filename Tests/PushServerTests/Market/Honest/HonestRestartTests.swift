import MockMarket
import Shared
import Testing

@testable import PushServer

/// After a restart, prices show their real age, and hanging sources delay nobody.
@Suite(.timeLimit(.minutes(5)))
struct HonestRestartTests {
    @Test func savedPricesAreOldUntilTheirSourceHasAnswered() async throws {
        let table = try await MarketStage.saved()
        try await MarketStage.run(continuing: table) { stage in
            await stage.pass(.seconds(47))
            #expect(await stage.hub.state.sources.allSatisfy { $0.state == .starting })
            let sight = await stage.sight("LTC")
            #expect(sight?.isLive == false)
            #expect(sight?.seconds == 47)
            try await stage.started()
            try await stage.tick()
            #expect(await stage.sight("LTC") == stage.live("LTC"))
        }
    }

    @Test(arguments: ["/market/tickers", "/v1/common/symbols", "/public-api", "/"])
    func aSourceThatHangsDoesNotKeepTheServerFromBeingReady(path: String) async throws {
        try await MarketStage.run { stage in
            // It is not awaited. If it would last forever, the end of this scope cancels it.
            async let _: Void = stage.hub.waitUntilStarted(
                patience: StartWaiters.Patience(seconds: 3, secondsWithoutCoins: 5)
            )
            while await !stage.hub.isAwaited { await Task.yield() }
            if !"/public-api".hasPrefix(path) { try await stage.listing() }
            if !"/v1/common/symbols".hasPrefix(path) { try await stage.pairs() }
            if !"/market/tickers".hasPrefix(path) { try await stage.tickers() }
            let patience = await stage.hub.coinCount > 0 ? 3 : 5
            for second in 1...6 {
                await stage.pass(.seconds(1))
                let isReady = await !stage.hub.isAwaited
                #expect(isReady == (second >= patience), "after \(second) s; the patience is \(patience) s")
            }
        }
    }

    @Test func theExchangeIsLiveAfterARestartEvenIfTheListingHangs() async throws {
        let table = try await MarketStage.saved()
        try await MarketStage.run(continuing: table) { stage in
            await stage.pass(.seconds(3))
            #expect(await stage.sight("LTC")?.isLive == false, "what was saved is not of now, however young it is")
            try stage.spoil("/market without=ethusdt")
            try await stage.pairs()
            try await stage.tick()
            #expect(await stage.sight("LTC") == stage.live("LTC"))
            #expect(await stage.sight("ETH")?.seconds ?? 0 >= 4, "what did not come is as old as it was")
        }
    }

    @Test func savedPricesAreNotLiveAfterAFailedFirstRequest() async throws {
        let table = try await MarketStage.saved()
        try await MarketStage.run(continuing: table) { stage in
            await stage.pass(.seconds(2))
            await stage.hub.failed(.tickers, ProviderError(.huobiTickers, .timedOut), retryAt: stage.now)
            for seconds in 2...5 {
                let sight = await stage.sight("LTC")
                #expect(sight?.seconds == seconds && sight?.isLive == false, "\(String(describing: sight))")
                await stage.pass(.seconds(1))
            }
            try await stage.pairs()
            try await stage.tick()
            #expect(await stage.sight("LTC") == stage.live("LTC"))
        }
    }
}
