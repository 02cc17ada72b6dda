import Shared
import Testing

@testable import PushServer

/// A listing that is taken some rows at a time.
struct ListingMergeTests {
    private static let start = MarketTime(seconds: 1_733_918_400)

    private func coin(_ number: UInt32, price: String = "1") -> ListedCoin {
        ListedCoin.sample(number, "C\(number)", "Coin \(number)", rank: Int(number), price: price)
    }

    private func listing(_ numbers: some Sequence<UInt32>, price: String = "1", second: Int64) -> CoinListing {
        let coins = numbers.map { coin($0, price: price) }
        return CoinListing(time: Self.start.adding(seconds: second), coins: coins, badRows: 0)
    }

    @Test(arguments: [1, 2, 3, 7, 100])
    func inPartsItLeadsToTheSameMarketAsAtOnce(_ rows: Int) {
        let listings = [
            listing([1, 2, 3, 4, 5], second: 1), listing([5, 1, 6, 2, 7, 8, 3], price: "1.1", second: 2),
            listing([1, 2, 6, 7, 8, 5], second: 3), listing([1, 2, 6, 7, 8, 5, 9], second: 4),
            listing([1, 2, 6, 7, 8, 9], price: "1.2", second: 5), listing([], second: 6),
        ]
        var (whole, parted) = (MarketHubRules(now: Self.start), MarketHubRules(now: Self.start))
        for listing in listings {
            _ = whole.arrived(listing, "Lister", now: listing.time)
            let poll = whole.takePoll()
            var merge = parted.begin(listing, "Lister", now: listing.time)
            var polls: [MarketPoll?] = []
            while !merge.isOver {
                _ = parted.proceed(&merge, "Lister", rows: rows, now: listing.time)
                polls.append(parted.takePoll())
            }
            // The whole listing is one poll.
            #expect(polls.compactMap(\.self).map(\.rows) == [poll?.rows ?? []])
            #expect(parted.table.hash == whole.table.hash)
            #expect(parted.table.count == whole.table.count)
        }
        #expect(parted.table[2].isDelisted)
    }

    @Test func pricesAndPairsMayComeBetweenTheRows() {
        var rules = MarketHubRules(now: Self.start)
        _ = rules.arrived(listing([1, 2], second: 0), "Lister", now: Self.start)
        let now = Self.start.adding(seconds: 1)
        let grown = listing([1, 2, 3, 4], second: 1)
        let pairs = SymbolMap(listing: grown, lists: ["A": PairList.sample(["c1", "c4"])])
        var merge = rules.begin(grown, "Lister", now: now)
        _ = rules.proceed(&merge, "Lister", rows: 3, now: now)
        rules.assign(pairs, of: "A", now: now)
        let tickers = ["c1usdt", "c4usdt"].map { PairTicker(pair: $0, close: decimal("1.01") ?? .zero) }
        _ = rules.arrived(TickerBoard(time: now, tickers: tickers), "A", now: now)
        #expect(rules.table.count == 3)
        #expect(rules.table[0].priceText == "1.01")
        _ = rules.proceed(&merge, "Lister", rows: 3, now: now)
        #expect(merge.isOver)
        #expect(rules.table.count == 4)
        _ = rules.arrived(TickerBoard(time: now, tickers: tickers), "A", now: now.adding(seconds: 1))
        #expect(rules.table[3].priceText == "1.01")
    }

    @Test func aCoinThatTwoListingsBringMeanwhileGetsOneRow() {
        var rules = MarketHubRules(now: Self.start)
        _ = rules.arrived(listing([1], second: 0), "Lister", now: Self.start)
        let now = Self.start.adding(seconds: 1)
        var one = rules.begin(listing([1, 2, 3], second: 1), "Lister", now: now)
        var other = rules.begin(listing([1, 3, 4], second: 1), "Other", now: now)
        _ = rules.proceed(&one, "Lister", rows: 2, now: now)
        _ = rules.proceed(&other, "Other", rows: 3, now: now)
        _ = rules.proceed(&one, "Lister", rows: 3, now: now)
        #expect(one.isOver && other.isOver)
        #expect((0..<rules.table.count).map { rules.table[$0].instrument.symbol } == ["C1", "C2", "C3", "C4"])
    }
}

extension MarketHubRules {
    /// Takes a whole listing at once.
    mutating func arrived(_ listing: CoinListing, _ provider: String, now: MarketTime) -> MarketDiff? {
        var merge = begin(listing, provider, now: now)
        return proceed(&merge, provider, rows: .max, now: now)
    }
}
