import Shared

@testable import PushServer

extension SymbolMap {
    /// A map of one exchange and one archive; nil: not known yet.
    init(
        listing: CoinListing,
        pairs: PairList?,
        coins: CryptoCompareCoins?,
        prices: TickerBoard? = nil,
        proved: [String: CoinID] = [:]
    ) {
        var lists: [String: any SymbolList] = [:]
        lists[Provider.huobi.name] = pairs
        lists[Provider.cryptoCompare.name] = coins
        let (exchange, boards) = (Provider.huobi.name, prices.map { [Provider.huobi.name: $0] } ?? [:])
        self.init(listing: listing, lists: lists, prices: boards, proved: [exchange: proved])
    }

    /// The pairs of that exchange.
    var tradedPairs: [CoinID: String] { symbols(at: Provider.huobi.name) }
}
