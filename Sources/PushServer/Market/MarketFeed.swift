package import Shared

/// Merges what the providers say into changes of the market table: the listing names the coins, the tickers price them.
///
/// Pure rules: the hub owns the table that the changes go to, and the clock.
package struct MarketFeed {
    /// A ticker that has been silent for this long gives way to the listing's price.
    static let tickerLifetime = Duration.seconds(120)
    /// So many listings in a row must lack a coin before it counts as delisted: one may be cut short.
    static let listingsMissed = 3

    private var rows: [FeedRow] = []
    private var rowOfCoin: [CoinID: Int] = [:]
    /// Pairs against USDT.
    private var rowOfPair: [String: Int] = [:]
    /// Which coin has which pair; nil until the exchange's list of pairs has come. Symbols repeat, so nothing is guessed before.
    private var pairs: PairBook?

    package init() {}

    /// Rows as an earlier process had them; the first listing and the first tickers find them there.
    init(continuing table: MarketTable) {
        for row in 0..<table.count {
            rowOfCoin[table[row].instrument.coin] = row
            rows.append(FeedRow(continuing: table[row]))
        }
    }

    /// Everything that the listing says. Coins that it no longer has keep their last values, and are delisted in time.
    package mutating func merge(_ listing: CoinListing) -> MarketChanges {
        for coin in listing.coins where rowOfCoin[coin.id] == nil && rows.count < MarketTable.rowsMax {
            rowOfCoin[coin.id] = rows.count
            rows.append(FeedRow(coin))
        }
        for row in rows.indices { rows[row].missed() }
        for coin in listing.coins {
            guard let row = rowOfCoin[coin.id] else { continue }
            rows[row].merge(coin, at: listing.time)
        }
        assignPairs()
        return changes(of: rows.indices) { $0.listingChanges(row: $1, into: &$2) }
    }

    /// New prices for the coins that have a pair.
    package mutating func merge(_ board: TickerBoard) -> MarketChanges {
        var touched: Set<Int> = []
        for ticker in board.tickers {
            guard let row = rowOfPair[ticker.pair] else { continue }
            if rows[row].merge(ticker, at: board.time) { touched.insert(row) }
        }
        return changes(of: touched.sorted()) { $0.priceChanges(row: $1, into: &$2) }
    }

    /// Who is who on the exchange, from now on.
    package mutating func merge(_ pairs: PairBook) {
        self.pairs = pairs
        assignPairs()
    }

    private mutating func assignPairs() {
        rowOfPair = [:]
        for (coin, pair) in pairs?.tradedPairs ?? [:] {
            guard let row = rowOfCoin[coin], !rows[row].isDelisted else { continue }
            rowOfPair[pair] = row
            rows[row].tickerDecimals = pairs?.priceDecimals(of: pair) ?? 0
        }
    }

    private func changes(
        of indices: some Sequence<Int>,
        add: (FeedRow, Int, inout MarketChanges) -> Void
    ) -> MarketChanges {
        var changes = MarketChanges()
        for index in indices { add(rows[index], index, &changes) }
        return changes
    }
}
