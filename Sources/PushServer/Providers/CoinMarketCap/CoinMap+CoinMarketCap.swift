import Shared

extension CoinMap {
    /// Decodes "CoinMarketCap ID Map" (providers.md section 1.6).
    package init(coinMarketCap answer: HTTPAnswer, mayBeEmpty: Bool = false) throws(ProviderFailure) {
        var coins: [MappedCoin] = []
        var bad = 0
        var isList = false
        let status = try answer.coinMarketCap { reader throws(JSONError) in
            isList = try reader.elements { reader throws(JSONError) in
                var row = MappedCoinRow()
                try row.read(&reader)
                if let coin = row.coin { coins.append(coin) } else { bad += 1 }
            }
        }
        guard isList else { throw answer.badAnswer("it has no list of coins") }
        try answer.check(ListRule(rows: "coins", mayBeEmpty: mayBeEmpty), good: coins.count, bad: bad)
        self.init(time: answer.moment(status.time), coins: coins, badRows: bad)
    }
}

/// One element of the map's `data` while it is read.
private struct MappedCoinRow {
    private var id: CoinID?
    private var name: String?
    private var symbol: String?
    private var slug: String?
    private var rank: Int?
    private var platform: CoinPlatform?
    private var isActive: Bool?
    private var firstPrice: MarketTime?
    private var lastPrice: MarketTime?

    init() {}

    var coin: MappedCoin? {
        guard let id, let name, let symbol else { return nil }
        return MappedCoin(
            id: id,
            name: name,
            symbol: symbol,
            slug: slug ?? "",
            rank: rank,
            kind: platform == nil ? .coin : .token,
            contract: platform?.contract,
            isActive: isActive,
            firstPrice: firstPrice,
            lastPrice: lastPrice
        )
    }

    mutating func read(_ reader: inout JSONReader) throws(JSONError) {
        var row = self
        try reader.members { reader, key throws(JSONError) in
            switch key {
            case "id": row.id = try reader.coinID()
            case "name": row.name = try reader.text()
            case "symbol": row.symbol = try reader.text()
            case "slug": row.slug = try reader.text()
            // Not `cmc_rank`, as in the listing.
            case "rank": row.rank = try reader.integer().flatMap(Int.init(exactly:))
            case "platform": row.platform = try CoinPlatform.read(&reader)
            case "is_active": row.isActive = try reader.flag()
            case "first_historical_data": row.firstPrice = try reader.text().flatMap(MarketTime.init(iso8601:))
            case "last_historical_data": row.lastPrice = try reader.text().flatMap(MarketTime.init(iso8601:))
            default: break
            }
        }
        self = row
    }
}
