import Shared
import Testing

@testable import MockMarket

struct SimulatedMarketTests {
    private static let start = MarketTime(seconds: 1_700_000_000)

    @Test func theSameSeedMakesTheSameMarketTickByTick() {
        var (one, other) = (market(seed: 3), market(seed: 3))
        for _ in 0..<50 {
            #expect(one.coins.map(\.price) == other.coins.map(\.price))
            tick(&one)
            tick(&other)
        }
        #expect(market(seed: 3).coins.map(\.identity) != market(seed: 4).coins.map(\.identity))
        #expect(market(seed: 3).coins.map(\.price) != market(seed: 4).coins.map(\.price))
    }

    @Test func everyCoinIsItsOwn() {
        let identities = market(coins: 5000).coins.map(\.identity)
        #expect(identities.count == 5000)
        #expect(Set(identities.map(\.id)).count == 5000)
        #expect(Set(identities.map(\.name)).count == 5000)
        #expect(Set(identities.map(\.slug)).count == 5000)
        #expect(
            identities.allSatisfy { !$0.symbol.isEmpty && $0.symbol.utf8.allSatisfy { (0x30...0x5A).contains($0) } }
        )
    }

    @Test func theFirstCoinsAreTheWellKnownOnes() {
        let coins = market().coins
        #expect(coins.prefix(3).map(\.identity.symbol) == ["BTC", "ETH", "USDT"])
        #expect(coins.prefix(3).map(\.identity.id) == [CoinID(1), CoinID(1027), CoinID(825)])
        #expect(coins.prefix(120).allSatisfy { $0.identity.id.rawValue < 100_000 })
    }

    @Test func aboutAThirdAreCoinsAndTheRestTokens() {
        let coins = market().coins.filter { $0.identity.kind == .coin }.count
        #expect((300...450).contains(coins))
    }

    @Test(arguments: [0.0, 0.05, 0.25, 0.6, 1.0])
    func theShareOfChangedCoinsIsAsAskedFor(share: Double) {
        var settings = SimulatedMarket.Settings()
        settings.changedShare = share
        var market = SimulatedMarket(settings: settings, at: Self.start)
        var changed = 0
        for _ in 0..<100 { changed += changes(in: &market).count }
        #expect(abs(Double(changed) / 100_000 - share) < 0.01)
    }

    @Test func theBestRankedCoinsChangeMoreOften() {
        var market = market()
        var counts = Array(repeating: 0, count: 1000)
        for _ in 0..<200 { for index in changes(in: &market) { counts[index] += 1 } }
        let average = { (places: Range<Int>) in places.reduce(0) { $0 + counts[$1] } / places.count }
        #expect(average(0..<20) > 2 * average(480..<520))
        #expect(average(0..<20) > 3 * average(980..<1000))
    }

    @Test func stablecoinsStayAtTheirDollar() {
        var market = market()
        let stable = market.coins.indices.filter { ["USDT", "USDC", "DAI"].contains(market.coins[$0].identity.symbol) }
        #expect(stable.count == 3)
        for _ in 0..<4000 {
            tick(&market)
            for index in stable { #expect(abs(market.coins[index].price - 10_000) <= 30) }
        }
    }

    @Test func pricesMoveALittleAndStayInReach() {
        var market = market()
        let first = market.coins.map(\.price)
        for _ in 0..<4000 { tick(&market) }
        for (coin, price) in zip(market.coins, first) {
            #expect(coin.price > price / 2 && coin.price < price * 2, "\(coin.identity.name)")
        }
        let bitcoin = market.coins[0]
        #expect(bitcoin.price != first[0])
        #expect(abs(bitcoin.price - first[0]) < first[0] / 10)
    }

    @Test func pricesHaveFiveDigitsAndAtLeastCents() {
        for coin in market(coins: 3000).coins {
            let digits = String(coin.price).count
            #expect(coin.decimals >= 2)
            #expect(coin.decimals == 2 || (4...6).contains(digits), "\(coin.identity.name) \(coin.price)")
        }
    }

    @Test func theDayChangeIsMeasuredFromThePriceOfADayAgo() {
        var market = market(coins: 50)
        market.advance(at: Self.start.adding(milliseconds: 7_200_000))
        for coin in market.coins {
            let earlier = coin.record.span(ofMinute: market.time.minute - 1440).open
            let expected = Int128(coin.price - earlier) * 10_000_000_000 / Int128(earlier)
            #expect(Int128(coin.history.day(to: coin.price)) == expected)
        }
    }

    @Test func aNewMarketHasAPlausiblePast() {
        let changes = market().coins.map { Double($0.history.day(to: $0.price)) / 100_000_000 }
        #expect(changes.allSatisfy { abs($0) < 50 })
        #expect(changes.filter { $0 < 0 }.count > 300)
        #expect(changes.filter { $0 > 0 }.count > 300)
        #expect((1.0...8.0).contains(changes.map(abs).reduce(0, +) / 1000))
    }

    /// The system's clock may be corrected while the market runs.
    @Test func aClockThatIsSetBackDoesNoHarm() {
        var market = market(coins: 30)
        for shift in [250, -3_600_000, 250, -86_400_000, 500, 172_800_000] as [Int64] {
            market.advance(at: market.time.adding(milliseconds: shift))
            for coin in market.coins { #expect(coin.dayLow <= coin.price && coin.price <= coin.dayHigh) }
        }
    }

    @Test func ranksFollowTheMarketCapitalisation() {
        var market = market()
        for _ in 0..<200 { tick(&market) }
        let caps = market.ranking.map { market.coins[$0].marketCap }
        #expect(caps == caps.sorted(by: >))
        #expect(Set(market.ranking).count == 1000)
    }

    @Test func pairsAreUniqueAndSomeCoinsHaveNone() {
        let coins = market().coins
        let pairs = coins.compactMap(\.pair)
        #expect(Set(pairs).count == pairs.count)
        #expect((550...800).contains(pairs.count))
        #expect(coins.first { $0.identity.symbol == "USDT" }?.pair == nil)
        #expect(coins[0].pair == "btcusdt")
        // A repeated symbol's pair is the better ranked coin's.
        let symbols = Dictionary(grouping: coins.indices) { coins[$0].identity.symbol }
        let repeated = symbols.values.filter { $0.count > 1 }
        #expect(!repeated.isEmpty)
        #expect(repeated.allSatisfy { places in places.filter { coins[$0].pair != nil }.count <= 1 })
    }

    private func market(seed: UInt64 = 1, coins: Int = 1000) -> SimulatedMarket {
        var settings = SimulatedMarket.Settings()
        settings.seed = seed
        settings.coins = coins
        return SimulatedMarket(settings: settings, at: Self.start)
    }

    private func tick(_ market: inout SimulatedMarket) {
        market.advance(at: market.time.adding(milliseconds: 250))
    }

    private func changes(in market: inout SimulatedMarket) -> [Int] {
        let before = market.coins.map(\.price)
        tick(&market)
        return market.coins.indices.filter { market.coins[$0].price != before[$0] }
    }
}
