import Shared
import TestSupport
import Testing

@testable import PushServer

struct SymbolMapTests {
    private func listing(_ coins: ListedCoin...) -> CoinListing {
        CoinListing(time: testTime, coins: coins, badRows: 0)
    }

    private func pairs(_ bases: String..., state: ExchangePair.State = .online, isLeveraged: Bool = false) -> PairList {
        let pairs = bases.map { base in
            ExchangePair(
                symbol: base + "usdt",
                base: base,
                quote: "usdt",
                state: state,
                isLeveraged: isLeveraged,
                priceDecimals: nil
            )
        }
        return PairList(time: testTime, quote: "usdt", pairs: pairs, badRows: 0)
    }

    private func known(_ coins: (symbol: String, name: String, contract: String?)...) -> CryptoCompareCoins {
        let coins = coins.map { coin in
            CryptoCompareCoin(
                symbol: coin.symbol,
                name: coin.name,
                contract: coin.contract,
                isTrading: coin.name != "Dead"
            )
        }
        return CryptoCompareCoins(coins: coins, badRows: 0)
    }

    private func pair(_ id: UInt32, _ symbols: SymbolMap) -> String? { symbols.symbol(of: CoinID(id), at: .huobi) }
    private func symbol(_ id: UInt32, _ symbols: SymbolMap) -> String? {
        symbols.symbol(of: CoinID(id), at: .cryptoCompare)
    }

    // MARK: Huobi

    @Test func aPairBelongsToTheCoinOfItsBaseCurrency() {
        let listing = listing(.sample(1, "BTC", "Bitcoin", rank: 1), .sample(2, "vBTC", "Venus BTC", rank: 200))
        let symbols = SymbolMap(listing: listing, pairs: pairs("btc", "vbtc", "eth"), coins: nil)
        #expect(pair(1, symbols) == "btcusdt")
        #expect(pair(2, symbols) == "vbtcusdt")
        #expect(symbols.tradedPairs.count == 2)
    }

    @Test func onlyPairsThatTradeTheCoinItselfCount() {
        let listing = listing(.sample(1, "BTC3L", "Odd", rank: 1))
        for pairs in [
            pairs("btc3l", isLeveraged: true), pairs("btc3l", state: .offline), pairs("btc3l", state: .other),
        ] {
            #expect(pair(1, SymbolMap(listing: listing, pairs: pairs, coins: nil)) == nil)
        }
    }

    @Test(arguments: [
        (700, 85, true), (85, 700, true), (340, 85, true), (339, 85, false), (nil, 85, true), (nil, nil, false),
    ])
    func onlyAClearLeadSeparatesCoinsThatShareASymbol(first: Int?, second: Int?, isClear: Bool) {
        let listing = listing(.sample(1, "ONE", "BigONE", rank: first), .sample(2, "ONE", "Harmony", rank: second))
        let symbols = SymbolMap(listing: listing, pairs: pairs("one"), coins: nil)
        let leader: UInt32 = (first ?? .max) < (second ?? .max) ? 1 : 2
        #expect(pair(leader, symbols) == (isClear ? "oneusdt" : nil))
        #expect(pair(3 - leader, symbols) == nil)
    }

    @Test func aPriceDistinguishesCoins() throws {
        let listing = listing(
            .sample(1, "FCT", "Factom", rank: 733, price: "1.5"),
            .sample(2, "FCT", "FirmaChain", rank: 748, price: "0.03"),
            .sample(3, "HOT", "Holo", rank: 50, price: "0.006")
        )
        let tickers = try ["fctusdt": "0.031", "hotusdt": "0.9"].map {
            PairTicker(pair: $0.key, close: try #require(decimal($0.value)))
        }
        let board = TickerBoard(time: testTime, tickers: tickers, badRows: 0)
        let symbols = SymbolMap(listing: listing, pairs: pairs("fct", "hot"), coins: nil, prices: board)
        #expect(pair(1, symbols) == nil)
        #expect(pair(2, symbols) == "fctusdt")
        #expect(pair(3, symbols) == nil, "a coin at another price is another coin")
    }

    @Test func aKnownOtherSpellingIsFound() {
        let listing = listing(.sample(1720, "MIOTA", "IOTA", rank: 30), .sample(9, "IOTA", "Fake", rank: 1))
        let symbols = SymbolMap(listing: listing, pairs: pairs("iota", "miota"), coins: nil)
        #expect(pair(1720, symbols) == "iotausdt")
        #expect(pair(9, symbols) == nil)
    }

    // MARK: CryptoCompare

    @Test func theNameMustAgreeWithTheSymbol() {
        let listing = listing(
            .sample(1, "BTC", "Bitcoin", rank: 1),
            .sample(2, "DOT", "Polkadot", rank: 9),
            .sample(3, "COMP", "Compound", rank: 60),
            .sample(4, "BNB", "Binance-Coin", rank: 3)
        )
        let coins = known(
            ("BTC", "bitcoin ", nil),
            ("DOT", "Dotcoin", nil),
            ("COMP", "Compound Coin", nil),
            ("BNB", "Binance Coin", nil)
        )
        let symbols = SymbolMap(listing: listing, pairs: nil, coins: coins)
        #expect((1...4).map { symbol($0, symbols) } == ["BTC", nil, nil, "BNB"])
    }

    @Test func withoutAnAgreeingNameTheContractMustAgree() {
        let listing = listing(
            .sample(1, "CRO", "Crypto.com Coin", rank: 40, contract: "0xA0b7"),
            .sample(2, "GRT", "The Graph", rank: 50, contract: "0xc944")
        )
        let coins = known(("CRO", "Crypto.com Chain Token", "0xa0B7"), ("GRT", "GoRecruit", "0x1111"))
        let symbols = SymbolMap(listing: listing, pairs: nil, coins: coins)
        #expect((1...2).map { symbol($0, symbols) } == ["CRO", nil])
    }

    @Test func ifTwoCoinsAgreeEquallyWellNeitherMatches() {
        let one = ListedCoin.sample(1, "REV", "Revain", rank: 86)
        let other = ListedCoin.sample(2, "REV", "Revain", rank: 900)
        let coins = known(("REV", "Revain", "0x2ef5"))
        #expect(
            SymbolMap(listing: listing(one, other), pairs: nil, coins: coins).symbol(of: CoinID(1), at: .cryptoCompare)
                == nil
        )
        let certain = ListedCoin.sample(3, "REV", "Revain", rank: 999, contract: "0x2EF5")
        let symbols = SymbolMap(listing: listing(one, certain), pairs: nil, coins: coins)
        #expect(symbol(1, symbols) == nil)
        #expect(symbol(3, symbols) == "REV")
    }

    @Test func aCoinThatNoLongerTradesAndTheQuoteItselfHaveNoPair() {
        let listing = listing(.sample(1, "OLD", "Dead", rank: 1), .sample(2, "USDT", "Tether", rank: 3))
        let symbols = SymbolMap(
            listing: listing,
            pairs: pairs("usdt"),
            coins: known(("OLD", "Dead", nil), ("USDT", "Tether", nil))
        )
        #expect([symbol(1, symbols), symbol(2, symbols)] == [nil, nil])
    }

    /// These rows are from CryptoCompare's list of 2017.
    @Test(arguments: [
        (52, "XRP", "XRP", "Ripple"), (1831, "BCH", "Bitcoin Cash", "Bitcoin Cash / BCC"),
        (131, "DASH", "Dash", "DigitalCash"),
        (1958, "TRX", "TRON", "Tronix"),
    ])
    func aCoinIsFoundUnderTheNameThatItHad(id: UInt32, spelling: String, name: String, former: String) {
        let coins = known((spelling, former, nil))
        #expect(
            symbol(id, SymbolMap(listing: listing(.sample(id, spelling, name, rank: 9)), pairs: nil, coins: coins))
                == spelling
        )
        let other = ListedCoin.sample(9_999, spelling, "Other", rank: 9)
        #expect(symbol(9_999, SymbolMap(listing: listing(other), pairs: nil, coins: coins)) == nil, "only that coin")
    }

    @Test func aCoinThatComesTwiceInAListingIsOneCoin() {
        let twice = listing(.sample(1, "BTC", "Bitcoin", rank: 1), .sample(1, "BTC", "Bitcoin", rank: 1))
        let symbols = SymbolMap(listing: twice, pairs: pairs("btc"), coins: known(("BTC", "Bitcoin", nil)))
        #expect(pair(1, symbols) == "btcusdt")
        #expect(symbol(1, symbols) == "BTC")
    }

    @Test func aProvedPairStaysWithItsCoinWhateverAListingSays() throws {
        let listing = listing(
            .sample(1, "ONE", "Harmony", rank: 85, price: "12"),
            .sample(2, "ONE", "BigONE", rank: 86)
        )
        let ticker = PairTicker(pair: "oneusdt", close: try #require(decimal("0.012")))
        let board = TickerBoard(time: testTime, tickers: [ticker])
        let symbols = SymbolMap(
            listing: listing,
            pairs: pairs("one"),
            coins: nil,
            prices: board,
            proved: ["oneusdt": CoinID(1)]
        )
        #expect(pair(1, symbols) == "oneusdt")
        let gone = SymbolMap(listing: listing, pairs: pairs("two"), coins: nil, proved: ["oneusdt": CoinID(1)])
        #expect(gone.tradedPairs.isEmpty, "a pair that is not online is nobody's")
    }

    @Test(arguments: ["MIOTA", "IOTA", "IOT"])
    func iotaIsFoundUnderEachOfItsSymbols(spelling: String) {
        let listing = listing(.sample(1720, "MIOTA", "IOTA", rank: 30))
        let symbols = SymbolMap(listing: listing, pairs: nil, coins: known((spelling, "IOTA", nil)))
        #expect(symbol(1720, symbols) == spelling)
    }

    // MARK: Recorded lists

    @Test(.ifRecorded) func recordedListsAgreeWhereTheyShould() throws {
        let listing = try CoinListing(
            coinMarketCap: RecordedData.answer("coinmarketcap/listings_latest_top1000_20210629T002345Z.json")
        )
        let symbols = SymbolMap(
            listing: listing,
            pairs: try PairList(huobi: RecordedData.answer("huobi/common_symbols_20210417.json")),
            coins: try CryptoCompareCoins(cryptoCompare: RecordedData.answer("cryptocompare/all_coinlist_201910.json"))
        )
        func coin(_ symbol: String) throws -> CoinID { try #require(listing.coins.first { $0.symbol == symbol }).id }
        func has(_ symbol: String, _ source: KlineSource) throws -> String? {
            symbols.symbol(of: try coin(symbol), at: source)
        }
        // 188 rows match by symbol; two of them share one pair, and IOTA is found besides.
        #expect(symbols.tradedPairs.count == 188)
        #expect(Set(symbols.tradedPairs.values).count == 188)
        #expect(try has("BTC", .huobi) == "btcusdt")
        #expect(try has("MIOTA", .huobi) == "iotausdt")
        #expect(try has("ONE", .huobi) == "oneusdt", "the first in the listing is Harmony")
        #expect(try has("USDT", .huobi) == nil)
        for symbol in ["BTC", "ETH", "DOGE", "MIOTA", "CRO", "KNC"] {
            #expect(try has(symbol, .cryptoCompare) == symbol)
        }
        for other in ["DOT", "SOL", "UNI", "HOT", "FTT", "COMP", "USDT", "SHIB"] {
            #expect(try has(other, .cryptoCompare) == nil, "\(other) is another coin, or none, in that list")
        }
        let found = listing.coins.filter { symbols.symbol(of: $0.id, at: .cryptoCompare) != nil }
        #expect(found.count > 300)
    }
}
