import Shared
import TestSupport
import Testing

@testable import PushServer

/// Gaps are filled one by one, seldom, and from no more than a tenth of what a provider may be asked.
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
        spared: Set<KlineSource> = []
    ) -> GapFilling.Question? {
        filling.next(
            coins,
            at: now,
            hasGaps: { $0 != CoinID(200) },
            provider: { _ in provider },
            isSpared: spared.contains
        )
    }

    @Test func oneIsAskedAtATimeAndACoinOnceInSixHours() {
        var filling = filling()
        let first = next(&filling, [CoinID(1), CoinID(2)], at: time)
        #expect(first == GapFilling.Question(coin: CoinID(1), source: .huobi, symbol: "c1usdt"))
        #expect(next(&filling, [CoinID(2)], at: time) == nil, "the first is not answered")
        filling.answered()
        #expect(next(&filling, [CoinID(1), CoinID(2)], at: time)?.coin == CoinID(2))
        filling.answered()
        #expect(next(&filling, [CoinID(1), CoinID(2)], at: time.adding(seconds: 6 * 3600 - 1)) == nil)
        #expect(next(&filling, [CoinID(1)], at: time.adding(seconds: 6 * 3600))?.coin == CoinID(1))
    }

    @Test func nobodyIsAskedForACoinThatLacksNothingOrThatNobodyHas() {
        var filling = filling()
        #expect(next(&filling, [CoinID(200), CoinID(999)], at: time) == nil)
        var early = GapFilling([(.huobi, RequestBudget())])
        #expect(next(&early, [CoinID(1)], at: time) == nil, "nobody knows yet what it is called")
    }

    @Test func whoTellsThePriceIsAskedBeforeOthers() {
        var filling = filling(binance: [CoinID(1)])
        #expect(next(&filling, [CoinID(1)], at: time, provider: "Binance")?.source == .binance)
        filling.answered()
        #expect(next(&filling, [CoinID(2)], at: time, provider: "Binance")?.source == .huobi)
    }

    @Test func aSourceThatRefusesIsLeftAloneAndTheCoinAskedForElsewhere() throws {
        var filling = filling(binance: coins)
        let question = try #require(next(&filling, [CoinID(1)], at: time))
        #expect(question.source == .huobi)
        filling.failed(question, ProviderError(.huobiTickers, .rateLimited(until: time.adding(seconds: 300))), at: time)
        #expect(next(&filling, [CoinID(1)], at: time)?.source == .binance)
        filling.answered()
        #expect(next(&filling, [CoinID(2)], at: time.adding(seconds: 299))?.source == .binance)
        filling.answered()
        #expect(next(&filling, [CoinID(3)], at: time.adding(seconds: 301))?.source == .huobi)
    }

    @Test func aSourceWithoutCandlesOfACoinIsNotAskedAgainForLong() throws {
        var filling = filling()
        let question = try #require(next(&filling, [CoinID(1)], at: time))
        filling.failed(question, ProviderError(.huobiTickers, .notListed("none")), at: time)
        #expect(next(&filling, [CoinID(1)], at: time.adding(seconds: 3600)) == nil)
        #expect(next(&filling, [CoinID(2)], at: time)?.source == .huobi)
    }

    @Test func aSourceThatChartsAskMuchIsSpared() {
        var filling = filling()
        #expect(next(&filling, [CoinID(1)], at: time, spared: [.huobi]) == nil)
        #expect(next(&filling, [CoinID(1)], at: time)?.source == .huobi)
    }

    @Test func aTenthOfABudgetIsATenthOfEachOfItsWindows() {
        let budget = RequestBudget(
            .init(6000, per: .seconds(60)),
            .init(100, per: .seconds(10)),
            .init(5, per: .seconds(1)),
            .init(50_000, per: .seconds(30 * 86_400))
        )
        #expect(
            budget.share(10, cost: 1)
                == RequestBudget(
                    .init(600, per: .seconds(60)),
                    .init(10, per: .seconds(10)),
                    .init(1, per: .seconds(2)),
                    .init(5000, per: .seconds(30 * 86_400))
                )
        )
        #expect(
            RequestBudget(.init(6000, per: .seconds(60))).share(10, cost: 2)
                == RequestBudget(.init(300, per: .seconds(60)))
        )
    }

    /// However many coins are looked at, and however quickly a source answers.
    @Test(arguments: [
        RequestBudget.Window(100, per: .seconds(10)), .init(5, per: .seconds(1)), .init(30, per: .seconds(60)),
    ])
    func inNoStretchOfTimeMoreThanATenthIsAsked(window: RequestBudget.Window) {
        let asked = RequestBudget(window).share(GapFilling.part, cost: 1)
        var filling = filling(asked)
        var times: [MarketTime] = []
        for milliseconds in stride(from: Int64(0), to: 60_000, by: 50) {
            let now = time.adding(milliseconds: milliseconds)
            while next(&filling, coins, at: now) != nil {
                times.append(now)
                filling.answered()
            }
        }
        let stretch = max(window.length, window.length * GapFilling.part / window.count)
        let most = max(1, window.count / GapFilling.part)
        for (index, first) in times.enumerated() {
            let count = times[index...].prefix { $0.elapsed(since: first) < stretch }.count
            #expect(count <= most)
        }
        // It is made use of, too.
        #expect(times.count >= Int(Duration.seconds(60) / stretch) * most / 2)
    }
}
