import Shared

extension CoinFiguresList {
    /// Decodes "Multiple Symbols Full Data" (providers.md section 3.4). Success has no flag there, and `DISPLAY` repeats
    /// `RAW` as text for people.
    package init(cryptoCompare answer: HTTPAnswer, currency: String) throws(ProviderFailure) {
        var list = Self(coins: [], badRows: 0)
        var isObject = false
        try answer.cryptoCompare { reader, key throws(JSONError) in
            guard key == "RAW" else { return }
            isObject = try reader.members { reader, symbol throws(JSONError) in
                var row = CoinFiguresRow()
                try reader.members { reader, key throws(JSONError) in
                    if key == currency { try row.read(&reader) }
                }
                if let figures = row.figures(symbol, answer) { list.coins.append(figures) } else { list.badRows += 1 }
            }
        }
        guard isObject else { throw answer.badAnswer("it has no coins by symbol") }
        try answer.check(ListRule(rows: "coins"), good: list.coins.count, bad: list.badRows)
        self = list
    }
}

/// `RAW.BTC.USD` while it is read.
private struct CoinFiguresRow {
    private var price: ExactDecimal?
    private var volume24h: ExactDecimal?
    private var turnover24h: ExactDecimal?
    private var open24h: ExactDecimal?
    private var high24h: ExactDecimal?
    private var low24h: ExactDecimal?
    private var change24h: ExactDecimal?
    private var supply: ExactDecimal?
    private var marketCap: ExactDecimal?
    private var lastUpdated: MarketTime?

    init() {}

    func figures(_ symbol: String, _ answer: HTTPAnswer) -> CoinFigures? {
        guard let price else { return nil }
        return CoinFigures(
            symbol: symbol,
            price: price,
            volume24h: volume24h,
            turnover24h: turnover24h,
            open24h: open24h,
            high24h: high24h,
            low24h: low24h,
            change24h: change24h,
            supply: supply,
            marketCap: marketCap,
            lastUpdated: lastUpdated.map(answer.moment)
        )
    }

    mutating func read(_ reader: inout JSONReader) throws(JSONError) {
        var row = self
        try reader.members { reader, key throws(JSONError) in try row.read(key, from: &reader) }
        self = row
    }

    private mutating func read(_ key: String, from reader: inout JSONReader) throws(JSONError) {
        switch key {
        case "PRICE": price = try reader.positiveDecimal()
        case "VOLUME24HOUR": volume24h = try reader.decimal(droppingExcessDecimals: true)
        case "VOLUME24HOURTO": turnover24h = try reader.decimal(droppingExcessDecimals: true)
        case "OPEN24HOUR": open24h = try reader.positiveDecimal()
        case "HIGH24HOUR": high24h = try reader.positiveDecimal()
        case "LOW24HOUR": low24h = try reader.positiveDecimal()
        case "CHANGEPCT24HOUR": change24h = try reader.decimal(droppingExcessDecimals: true)
        case "SUPPLY": supply = try reader.positiveDecimal(droppingExcessDecimals: true)
        case "MKTCAP": marketCap = try reader.positiveDecimal(droppingExcessDecimals: true)
        case "LASTUPDATE": lastUpdated = try reader.integer().flatMap(MarketTime.init(checkedSeconds:))
        default: break
        }
    }
}
