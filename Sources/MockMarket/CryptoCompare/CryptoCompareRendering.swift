import Shared

/// The bodies that CryptoCompare sends.
enum CryptoCompareRendering {
    /// Candles, the oldest first. The two generations keep them at different depths.
    static func history(
        _ items: [CandleSeries.Item],
        _ coin: SimulatedCoin,
        isAggregated: Bool,
        isSecond: Bool
    ) -> JSONWriter {
        var json = JSONWriter(.script, capacity: 300 + items.count * 190)
        json.object { json in
            json.text("Response", "Success")
            if isSecond { json.text("Message", "") }
            if isSecond { json.raw("HasWarning", "false") }
            json.integer("Type", 100)
            if isSecond {
                json.raw("RateLimit", "{}")
                json.key("Data")
                json.object { candles(items, coin, isAggregated, to: &$0) }
            } else {
                candles(items, coin, isAggregated, to: &json)
                json.raw("FirstValueInArray", "true")
                json.raw("ConversionType", #"{"type":"direct","conversionSymbol":""}"#)
                json.raw("RateLimit", "{}")
                json.raw("HasWarning", "false")
            }
        }
        return json
    }

    private static func candles(
        _ items: [CandleSeries.Item],
        _ coin: SimulatedCoin,
        _ isAggregated: Bool,
        to json: inout JSONWriter
    ) {
        json.raw("Aggregated", isAggregated ? "true" : "false")
        json.integer("TimeFrom", (items.first?.start ?? 0) * 60)
        json.integer("TimeTo", (items.last?.start ?? 0) * 60)
        json.key("Data")
        json.array { json in
            for item in items { json.object { candle(item, coin, to: &$0) } }
        }
    }

    private static func candle(_ item: CandleSeries.Item, _ coin: SimulatedCoin, to json: inout JSONWriter) {
        json.integer("time", item.start * 60)
        json.number("high", item.span.high, decimals: coin.decimals)
        json.number("low", item.span.low, decimals: coin.decimals)
        json.number("open", item.span.open, decimals: coin.decimals)
        json.number("volumefrom", item.span.traded.amount, decimals: coin.amountDecimals)
        json.number("volumeto", item.span.traded.turnover, decimals: 2)
        json.number("close", item.span.close, decimals: coin.decimals)
        json.raw("conversionType", #""direct""#)
        json.raw("conversionSymbol", #""""#)
    }

    /// "Price multi full". If all is well, there is no `Response`. `DISPLAY` is for people and is never read.
    static func prices(_ archived: [ArchivedCoin], quotes: [String], _ market: SimulatedMarket) -> JSONWriter {
        var json = JSONWriter(.script)
        json.object { json in
            json.key("RAW")
            json.object { each(archived, quotes, market, to: &$0, figures) }
            json.key("DISPLAY")
            json.object { each(archived, quotes, market, to: &$0, display) }
        }
        return json
    }

    private static func each(
        _ archived: [ArchivedCoin],
        _ quotes: [String],
        _ market: SimulatedMarket,
        to json: inout JSONWriter,
        _ write: (SimulatedCoin, String, String, inout JSONWriter) -> Void
    ) {
        for entry in archived {
            let coin = market.coin(entry.price)
            json.key(named: entry.symbol)
            json.object { json in
                for quote in quotes {
                    json.key(named: quote)
                    json.object { write(coin, entry.symbol, quote, &$0) }
                }
            }
        }
    }

    private static func display(_ coin: SimulatedCoin, _ symbol: String, _ quote: String, to json: inout JSONWriter) {
        json.text("FROMSYMBOL", symbol)
        json.text("TOSYMBOL", "$")
        json.text("PRICE", "$ " + coin.priceText)
        json.raw("LASTUPDATE", #""Just now""#)
    }

    private static func figures(_ coin: SimulatedCoin, _ symbol: String, _ quote: String, to json: inout JSONWriter) {
        let past = coin.history.dayBase
        let (amount, decimals) = (coin.current(at: coin.lastChanged).traded.amount, coin.decimals)
        json.raw("TYPE", #""5""#)
        json.raw("MARKET", #""CCCAGG""#)
        json.text("FROMSYMBOL", symbol)
        json.text("TOSYMBOL", quote)
        json.raw("FLAGS", #""2052""#)
        json.number("PRICE", coin.price, decimals: decimals)
        json.integer("LASTUPDATE", coin.lastChanged.milliseconds / 1000)
        json.number("LASTVOLUME", amount / 100, decimals: coin.amountDecimals)
        json.raw("LASTTRADEID", #""239243507""#)
        json.number("VOLUME24HOUR", coin.dayAmount, decimals: 4)
        json.number("VOLUME24HOURTO", coin.turnover, decimals: 2)
        json.number("OPEN24HOUR", past, decimals: decimals)
        json.number("HIGH24HOUR", max(coin.dayHigh, past), decimals: decimals)
        json.number("LOW24HOUR", min(coin.dayLow, past), decimals: decimals)
        json.raw("LASTMARKET", #""Coinbase""#)
        json.number("CHANGE24HOUR", coin.price - past, decimals: decimals)
        json.number("CHANGEPCT24HOUR", coin.history.day(to: coin.price), decimals: 8)
        json.integer("SUPPLY", coin.supply)
        json.number("MKTCAP", Int64(clamping: coin.marketCap), decimals: 2)
    }
}

extension SimulatedCoin {
    fileprivate var priceText: String { ExactDecimal.plainText(mantissa: price, exponent: -decimals) }

    /// The amount that was traded in 24 hours, with four decimals.
    var dayAmount: Int64 {
        Int64(clamping: Int128(turnover) * 100 * CoinSeed.powerOfTen(decimals) / Int128(price))
    }
}
