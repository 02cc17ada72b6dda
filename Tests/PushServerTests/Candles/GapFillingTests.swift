import Shared
import TestSupport
import Testing

@testable import PushServer

/// Gaps are filled by rank, rarely, and with at most a tenth of a provider's budget.
struct GapFillingTests {
    private let time = MarketTime(seconds: 1_733_918_400)
    private let coins = (1...200).map { CoinID($0) }

    private func pairs(_ lists: [String: any SymbolList], of coins: [CoinID]) -> SymbolMap {
        let listed = coins.map {
            ListedCoin.sample($0.rawValue, "C\($0.rawValue)", "Coin \($0.rawValue)", rank: Int($0.rawValue), price: "1")
        }
        return SymbolMap(listing: CoinListing(time: time, coins: listed, badRows: 0), lists: lists)
    }

    private func huobi(_ coins: [CoinID]) -> PairList { .sample(coins.map { "c\($0.rawValue)" }) }

    private func filling(
        _ budget: RequestBudget = RequestBudget(),
        binance: [CoinID] = []
    ) -> GapFilling {
        var filling = GapFilling([(.huobi, budget), (.binance, RequestBudget())])
        filling.pairs = pairs(["Huobi": huobi(coins), "Binance": huobi(binance)], of: coins)
        return filling
    }

    private func next(
        _ filling: inout GapFilling,
        _ coins: [CoinID],
        at now: MarketTime,
        provider: String? = nil,
        spared: Set<KlineSource> = [],
        rank: (CoinID) -> Int? = { Int($0.rawValue) }
    ) -> GapFilling.Request? {
        filling.next(
            coins,
            at: now,
            rank: rank,
            hasGaps: { $0 != CoinID(200) },
            provider: { _ in provider },
            isSpared: spared.contains
        )
    }

    /// Requests candles, and answers at once.
    private func asked(
        _ filling: inout GapFilling,
        _ coins: [CoinID],
        at now: MarketTime,
        provider: String? = nil,
        rank: (CoinID) -> Int? = { Int($0.rawValue) }
    ) -> GapFilling.Request? {
        guard let request = next(&filling, coins, at: now, provider: provider, rank: rank) else { return nil }
        filling.answered(request)
        return request
    }

    @Test func eachSourceGetsOneRequestAtATimeAndOnePerCoinInSixHours() throws {
        var filling = filling(binance: [CoinID(3)])
        let first = try #require(next(&filling, [CoinID(1), CoinID(2)], at: time))
        #expect(first == GapFilling.Request(coin: CoinID(1), source: .huobi, symbol: "c1usdt"))
        #expect(next(&filling, [CoinID(2)], at: time) == nil, "the first is not answered")
        let other = next(&filling, [CoinID(2), CoinID(3)], at: time, provider: "Binance")
        #expect(other?.source == .binance, "another source is free")
        filling.answered(first)
        #expect(asked(&filling, [CoinID(1), CoinID(2)], at: time)?.coin == CoinID(2))
        #expect(next(&filling, [CoinID(1), CoinID(2)], at: time.adding(seconds: 6 * 3600 - 1)) == nil)
        #expect(next(&filling, [CoinID(1)], at: time.adding(seconds: 6 * 3600))?.coin == CoinID(1))
    }

    @Test func coinsOfTheHighestRankComeFirst() {
        var filling = filling()
        let ranks: [CoinID: Int] = [CoinID(7): 1, CoinID(3): 2, CoinID(9): 3]
        var order: [CoinID] = []
        while let request = asked(&filling, [2, 9, 3, 7, 1].map { CoinID($0) }, at: time, rank: { ranks[$0] }) {
            order.append(request.coin)
        }
        #expect(order == [7, 3, 9, 1, 2].map { CoinID($0) })
    }

    /// The rows of a large screen, from an exchange that allows 100 requests in 10 s.
    @Test func anEmptyScreenIsFilledSoon() {
        let exchange = RequestBudget(.init(100, per: .seconds(10)))
        var filling = filling(exchange.share(GapFilling.share, cost: 1))
        let screen = Array(coins.prefix(60))
        let filled = (Int64(0)...30).map { second in
            var count = 0
            while asked(&filling, screen, at: time.adding(seconds: second)) != nil { count += 1 }
            return count
        }
        #expect(filled.prefix(3).reduce(0, +) >= 20)
        #expect(filled.reduce(0, +) == 60)
    }

    @Test func completeCoinsAndUnlistedOnesAreNotRequested() {
        var filling = filling()
        #expect(next(&filling, [CoinID(200), CoinID(999)], at: time) == nil)
        var early = GapFilling([(.huobi, RequestBudget())])
        #expect(next(&early, [CoinID(1)], at: time) == nil, "nobody knows yet what it is called")
    }

    @Test func theSourceOfThePriceIsPreferred() {
        var filling = filling(binance: [CoinID(1)])
        #expect(asked(&filling, [CoinID(1)], at: time, provider: "Binance")?.source == .binance)
        #expect(next(&filling, [CoinID(2)], at: time, provider: "Binance")?.source == .huobi)
    }

    @Test func afterARefusalTheCoinIsRequestedFromAnotherSource() throws {
        var filling = filling(binance: coins)
        let request = try #require(next(&filling, [CoinID(1)], at: time))
        #expect(request.source == .huobi)
        filling.failed(request, ProviderError(.huobiTickers, .rateLimited(until: time.adding(seconds: 300))), at: time)
        #expect(asked(&filling, [CoinID(1)], at: time)?.source == .binance)
        #expect(asked(&filling, [CoinID(2)], at: time.adding(seconds: 299))?.source == .binance)
        #expect(next(&filling, [CoinID(3)], at: time.adding(seconds: 301))?.source == .huobi)
    }

    @Test func aSourceWithoutACoinsCandlesIsNotAskedAgainForLong() throws {
        var filling = filling()
        let request = try #require(next(&filling, [CoinID(1)], at: time))
        filling.failed(request, ProviderError(.huobiTickers, .notListed("none")), at: time)
        #expect(next(&filling, [CoinID(1)], at: time.adding(seconds: 3600)) == nil)
        #expect(next(&filling, [CoinID(2)], at: time)?.source == .huobi)
    }

    @Test func aSourceThatIsBusyWithChartsIsSpared() {
        var filling = filling()
        #expect(next(&filling, [CoinID(1)], at: time, spared: [.huobi]) == nil)
        #expect(next(&filling, [CoinID(1)], at: time)?.source == .huobi)
    }

    @Test func aShareIsATenthOverFiveMinutesAndAThirdOfAShorterWindow() {
        let budget = RequestBudget(
            .init(6000, per: .seconds(60)),
            .init(100, per: .seconds(10)),
            .init(5, per: .seconds(1)),
            .init(50_000, per: .seconds(30 * 86_400))
        )
        #expect(
            budget.share(GapFilling.share, cost: 1)
                == RequestBudget(
                    .init(2000, per: .seconds(60)),
                    .init(3000, per: .seconds(300)),
                    .init(33, per: .seconds(10)),
                    .init(300, per: .seconds(300)),
                    .init(1, per: .seconds(1)),
                    .init(150, per: .seconds(300)),
                    .init(5000, per: .seconds(30 * 86_400))
                )
        )
        #expect(
            RequestBudget(.init(6000, per: .seconds(60))).share(GapFilling.share, cost: 2)
                == RequestBudget(.init(1000, per: .seconds(60)), .init(1500, per: .seconds(300)))
        )
        #expect(
            RequestBudget(.init(2, per: .seconds(60))).share(GapFilling.share, cost: 1)
                == RequestBudget(.init(1, per: .seconds(120)), .init(1, per: .seconds(300)))
        )
    }

    /// This holds for any number of viewed coins, and for any speed of the source.
    @Test(arguments: [
        RequestBudget.Window(100, per: .seconds(10)), .init(5, per: .seconds(1)), .init(30, per: .seconds(60)),
    ])
    func inNoStretchOfTimeMoreThanTheShareIsAsked(window: RequestBudget.Window) {
        let share = GapFilling.share
        var filling = filling(RequestBudget(window).share(share, cost: 1))
        let many = (1...2000).map { CoinID($0) }
        filling.pairs = pairs(["Huobi": huobi(many)], of: many)
        var times: [MarketTime] = []
        for milliseconds in stride(from: Int64(0), to: 900_000, by: 250) {
            let now = time.adding(milliseconds: milliseconds)
            while asked(&filling, Array(many.dropFirst(times.count).prefix(50)), at: now) != nil { times.append(now) }
        }
        let most = (
            span: Int(share.span / window.length) * window.count / share.parts,
            window: max(1, window.count / share.burstParts)
        )
        for (index, first) in times.enumerated() {
            let later = times[index...]
            #expect(later.prefix { $0.elapsed(since: first) < share.span }.count <= most.span)
            #expect(later.prefix { $0.elapsed(since: first) < window.length }.count <= most.window)
        }
        // The share is really used, too.
        #expect(times.count >= most.span * 2)
    }
}
