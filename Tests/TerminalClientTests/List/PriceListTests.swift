import Shared
import Testing

@testable import TerminalClient

/// Filter, sections and order: one pure step from the market to the list.
struct PriceListTests {
    private static let marketOnly = ListQuery.Members.market(coinsOnly: true, favorites: [])

    @Test func theListIsSortedByRank() {
        #expect(symbols() == ["BTC", "ETH", "USDT", "SOL", "DOGE", "TRX", "SHIB", "LINK"])
    }

    @Test func withSectionsCoinsComeBeforeTokens() {
        var query = ListQuery(hasSections: true)
        #expect(symbols(query) == ["BTC", "ETH", "SOL", "DOGE", "TRX", "—", "USDT", "SHIB", "LINK"])
        query.order = .sorted(PriceSort(.dayChange))
        #expect(symbols(query) == ["SOL", "BTC", "TRX", "ETH", "DOGE", "—", "SHIB", "USDT", "LINK"])
    }

    @Test func pricesAreComparedAcrossDifferentDecimals() {
        let order = ["BTC", "ETH", "SOL", "LINK", "USDT", "DOGE", "TRX", "SHIB"]
        #expect(symbols(ListQuery(order: .sorted(PriceSort(.price)))) == order)
        #expect(symbols(ListQuery(order: .sorted(PriceSort(.price).flipped))) == order.reversed())
    }

    @Test(arguments: [
        (QuoteColumn.hourChange, ["SOL", "BTC", "TRX", "ETH", "DOGE"]),
        (.weekChange, ["ETH", "TRX", "SOL", "BTC", "DOGE"]), (.volume, ["BTC", "ETH", "SOL", "DOGE", "TRX"]),
        (.marketCap, ["BTC", "ETH", "SOL", "DOGE", "TRX"]),
    ])
    func eachFigureIsAnOrder(key: QuoteColumn, order: [String]) {
        let sorted = { (sort: PriceSort) in symbols(ListQuery(members: Self.marketOnly, order: .sorted(sort))) }
        #expect(sorted(PriceSort(key)) == order)
        #expect(sorted(PriceSort(key).flipped) == order.reversed())
    }

    /// The line of seven days is a picture of the change in seven days.
    @Test func aTitleWithoutFiguresOfItsOwnSortsByThoseThatItShows() {
        #expect(QuoteColumn.days.sorting == .weekChange && QuoteColumn.symbol.sorting == .coinName)
        #expect(QuoteColumn.trend.sorting == nil && QuoteColumn.star.sorting == nil)
    }

    @Test func pricesOfOneSourceAreTogetherAndSourcesAreSortedByName() {
        let numbers: [(name: String, SourceNumber)] = [("Zebra", SourceNumber(9)), ("Huobi", .ticker)]
        let source = { (name: String, number: SourceNumber) in
            let now = MarketTime(seconds: 1_700_000_000)
            return MarketSource(number, .init(.tickers, of: name), state: .live, since: now, lastEvent: now)
        }
        let sources = numbers.map(source)
        var table = MarketTable.of(.few, sources: sources)
        var changes = MarketChanges()
        changes.pricings.append(Pricing(decimals: 2, source: SourceNumber(9)), row: 0)
        table.update(changes)
        var index = InstrumentIndex()
        var query = ListQuery(order: .sorted(PriceSort(.source)))
        let first = { (query: ListQuery) in PriceList(table: table, query: query, index: &index).items }
        #expect(first(query).last == .coin(row: 0) && first(query).first == .coin(row: 1))
        query.order = .sorted(PriceSort(.source).flipped)
        #expect(first(query).first == .coin(row: 0))
        // A source that comes later moves the others.
        var order = PriceOrder(table: table, query: query, index: &index)
        changes = MarketChanges()
        changes.sources = sources + [source("Alpha", SourceNumber(77))]
        changes.pricings.append(Pricing(decimals: 2, source: SourceNumber(77)), row: 0)
        table.update(changes)
        #expect(order.follow(table, changed: [0], query: query, index: &index))
        #expect(order.items.last == .coin(row: 0))
    }

    @Test func aUsersListKeepsTheUsersOrderUntilItIsSorted() {
        let members = ListQuery.Members.coins([74, 99_999, 1, 825].map { CoinID($0) })
        #expect(symbols(ListQuery(members: members)) == ["DOGE", "id:99999", "BTC", "USDT"])
        let sorted = ListQuery(members: members, order: .sorted(PriceSort()))
        #expect(symbols(sorted) == ["BTC", "USDT", "DOGE", "id:99999"])
    }

    @Test(arguments: [true, false])
    func whatHasNoFigureComesLastInEitherDirection(isDescending: Bool) {
        var coins = [TestCoin].few
        coins[0].price = nil
        let query = ListQuery(order: .sorted(PriceSort(.price, isDescending: isDescending)))
        #expect(symbols(query, coins).last == "BTC")
    }

    @Test func theFilterSearchesNamesAndSymbolsAndIgnoresCase() {
        #expect(symbols(ListQuery(filter: "COIN")) == ["BTC", "DOGE"])
        #expect(symbols(ListQuery(filter: "link")) == ["LINK"])
        #expect(symbols(ListQuery(filter: "eth", hasSections: true)) == ["ETH", "USDT"])
        #expect(symbols(ListQuery(filter: "nothing")).isEmpty)
    }

    @Test func matchesAreInTheOrderOfTheList() {
        let members = ListQuery.Members.coins([74, 99_999, 1, 825].map { CoinID($0) })
        let matches = { (order: ListOrder<QuoteColumn>) in
            symbols(ListQuery(members: members, order: order, filter: "t"))
        }
        #expect(matches(.own) == ["BTC", "USDT"])
        #expect(matches(.bestMatch) == ["USDT", "BTC"], "the start of a name is better than the inside of a symbol")
        #expect(matches(.sorted(PriceSort(.price))) == ["BTC", "USDT"])
        #expect(matches(.sorted(PriceSort(.price).flipped)) == ["USDT", "BTC"])
    }

    @Test func theBestKnownCoinWithTheTypedSymbolIsFirst() {
        let copy = TestCoin(id: 99, symbol: "ETH", name: "Ether Copy", price: "9000.00", rank: 300)
        let list = list(ListQuery(order: .bestMatch, filter: "eth"), [copy] + .few)
        #expect(list.items.prefix(2) == [.coin(row: 2), .coin(row: 0)], "Ethereum, and then its copy")
    }

    /// The order: the exact symbol, then the start of a symbol, of a name and of a word, then any place in either.
    @Test func theBestMatchComesFirstAndEqualMatchesAreSortedByRank() {
        let names = [
            ("ELK", "Elaralink"), ("CHL", "Some Link"), ("LNK", "Linkage"), ("LINKS", "Many"), ("LINK", "Chainlink"),
            ("LINKA", "Linka"), ("ALINK", "Another"), ("ABC", "Über-link"),
        ]
        let coins = names.enumerated().map {
            TestCoin(id: UInt32($0 + 1), symbol: $1.0, name: $1.1, rank: UInt32(names.count - $0))
        }
        let order = ["LINK", "LINKA", "LINKS", "LNK", "ABC", "CHL", "ALINK", "ELK"]
        #expect(symbols(ListQuery(order: .bestMatch, filter: "link"), coins) == order)
        #expect(symbols(ListQuery(order: .bestMatch, filter: "elk"), coins) == ["ELK"])
    }

    @Test func theFilterShowsHowManyCoinsItLeaves() {
        let list = list(ListQuery(filter: "coin"))
        #expect(list.matchCount == 2)
        #expect(list.total == 8)
    }

    @Test func coinsOnlyLeavesTokensOut() {
        #expect(symbols(ListQuery(members: Self.marketOnly)) == ["BTC", "ETH", "SOL", "DOGE", "TRX"])
    }

    @Test func aDelistedCoinIsShownOnlyIfTheUserHasMarkedIt() {
        var coins = [TestCoin].few
        coins[1].isDelisted = true
        #expect(!symbols(ListQuery(), coins).contains("ETH"))
        #expect(
            symbols(ListQuery(members: .market(coinsOnly: false, favorites: [CoinID(1027)])), coins).contains("ETH")
        )
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

    @Test func movingBetweenSectionsSkipsTheTitle() {
        let list = list(ListQuery(hasSections: true))
        #expect(list.coinPlace(near: 5, forward: true) == 7)
        #expect(list.coinPlace(near: 6, forward: false) == 4)
        #expect(list.section(at: 4) == .coins)
        #expect(list.section(at: 7) == .tokens)
    }

    private func list(_ query: ListQuery, _ coins: [TestCoin] = .few) -> PriceList {
        var index = InstrumentIndex()
        return PriceList(table: .of(coins), query: query, index: &index)
    }

    /// The symbols from top to bottom, with a dash for the title between the sections.
    private func symbols(_ query: ListQuery = ListQuery(), _ coins: [TestCoin] = .few) -> [String] {
        let table = MarketTable.of(coins)
        return list(query, coins).items.compactMap { item in
            switch item {
            case .coin(let row): table[row].instrument.symbol
            case .title: "—"
            case .missing(let coin): "\(coin)"
            case .gap: nil
            }
        }
    }
}
