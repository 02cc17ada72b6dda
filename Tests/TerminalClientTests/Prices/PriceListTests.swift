import Shared
import Testing

@testable import TerminalClient

/// Filter, sections and order: one pure step from the market to the list.
struct PriceListTests {
    @Test func coinsComeBeforeTokensEachByRank() {
        #expect(symbols() == ["BTC", "ETH", "SOL", "DOGE", "TRX", "—", "USDT", "SHIB", "LINK"])
    }

    @Test func eachSectionHasItsOwnOrder() {
        var query = ListQuery()
        query.coinsSort = PriceSort(.dayChange)
        query.tokensSort = PriceSort(.name)
        #expect(symbols(query) == ["SOL", "BTC", "TRX", "ETH", "DOGE", "—", "LINK", "SHIB", "USDT"])
        query.coinsSort = query.coinsSort.flipped
        query.tokensSort = query.tokensSort.flipped
        #expect(symbols(query) == ["DOGE", "ETH", "TRX", "BTC", "SOL", "—", "USDT", "SHIB", "LINK"])
    }

    @Test func pricesAreComparedAcrossDifferentDecimals() {
        var query = ListQuery()
        query.coinsSort = PriceSort(.price)
        query.tokensSort = PriceSort(.price, isDescending: false)
        #expect(symbols(query) == ["BTC", "ETH", "SOL", "DOGE", "TRX", "—", "SHIB", "USDT", "LINK"])
    }

    @Test(arguments: [
        (PriceSort.Key.hourChange, ["SOL", "BTC", "TRX", "ETH", "DOGE"]),
        (.weekChange, ["ETH", "TRX", "SOL", "BTC", "DOGE"]), (.volume, ["BTC", "ETH", "SOL", "DOGE", "TRX"]),
        (.marketCap, ["BTC", "ETH", "SOL", "DOGE", "TRX"]),
    ])
    func eachFigureIsAnOrder(key: PriceSort.Key, order: [String]) {
        var query = ListQuery(coinsOnly: true)
        query.coinsSort = PriceSort(key)
        #expect(symbols(query) == order)
        query.coinsSort = query.coinsSort.flipped
        #expect(symbols(query) == order.reversed())
    }

    @Test(arguments: [true, false])
    func whatHasNoFigureComesLastInEitherDirection(isDescending: Bool) {
        var coins = [TestCoin].few
        coins[0].price = nil
        var query = ListQuery()
        query.coinsSort = PriceSort(.price, isDescending: isDescending)
        #expect(symbols(query, coins).prefix(5).last == "BTC")
    }

    @Test func theFilterLooksIntoNamesAndSymbolsWhateverTheCase() {
        #expect(symbols(ListQuery(filter: "COIN")) == ["BTC", "DOGE"])
        #expect(symbols(ListQuery(filter: "link")) == ["LINK"])
        #expect(symbols(ListQuery(filter: "eth")) == ["ETH", "—", "USDT"])
        #expect(symbols(ListQuery(filter: "nothing")).isEmpty)
    }

    @Test func theFilterTellsHowManyOfAllItLeaves() {
        let list = list(ListQuery(filter: "coin"))
        #expect(list.matchCount == 2)
        #expect(list.total == 8)
    }

    @Test func coinsOnlyLeavesTokensOut() {
        #expect(symbols(ListQuery(coinsOnly: true)) == ["BTC", "ETH", "SOL", "DOGE", "TRX"])
    }

    @Test func whatIsDelistedIsShownOnlyToThoseWhoMarkedIt() {
        var coins = [TestCoin].few
        coins[1].isDelisted = true
        #expect(!symbols(ListQuery(), coins).contains("ETH"))
        #expect(symbols(ListQuery(favorites: [CoinID(1027)]), coins).contains("ETH"))
    }

    @Test func aRenamedCoinIsFoundUnderItsNewName() {
        var index = InstrumentIndex()
        var table = MarketTable.of(.few)
        _ = PriceList(table: table, query: ListQuery(filter: "renamed"), index: &index)
        var changes = MarketChanges()
        changes.instruments.append(
            Instrument(coin: CoinID(1), symbol: "BTC", name: "Renamed", kind: .coin),
            row: 0
        )
        table.update(changes)
        let list = PriceList(table: table, query: ListQuery(filter: "renamed"), index: &index)
        #expect(list.items == [.coin(row: 0)])
    }

    @Test func theWayBetweenTheSectionsLeadsOverTheTitle() {
        let list = list(ListQuery())
        #expect(list.coinPlace(near: 5, forward: true) == 7)
        #expect(list.coinPlace(near: 6, forward: false) == 4)
        #expect(list.section(at: 4) == .coins)
        #expect(list.section(at: 7) == .tokens)
    }

    private func list(_ query: ListQuery, _ coins: [TestCoin] = .few) -> PriceList {
        var index = InstrumentIndex()
        return PriceList(table: .of(coins), query: query, index: &index)
    }

    /// From top to bottom, with a dash for the title between the sections.
    private func symbols(_ query: ListQuery = ListQuery(), _ coins: [TestCoin] = .few) -> [String] {
        let table = MarketTable.of(coins)
        return list(query, coins).items.compactMap { item in
            switch item {
            case .coin(let row): table[row].instrument.symbol
            case .title: "—"
            case .gap: nil
            }
        }
    }
}
