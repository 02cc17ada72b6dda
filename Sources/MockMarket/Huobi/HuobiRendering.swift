import NIOCore
import Shared

/// "Get Latest Tickers for All Pairs" as HTX answers it.
enum HuobiRendering {
    static func tickers(_ market: SimulatedMarket, at now: MarketTime, _ cache: inout RowCache) -> ByteBuffer {
        var rows: [[UInt8]] = []
        rows.reserveCapacity(market.coins.count)
        for (index, coin) in market.coins.enumerated() {
            guard let pair = coin.pair else { continue }
            rows.append(cache.bytes(of: index, version: coin.version) { row(coin, pair: pair) })
        }
        let envelope = #"{"status":"ok","ts":\#(now.milliseconds),"data":["#
        return ByteBuffer(before: envelope, rows: rows, after: "]}")
    }

    /// "Get Klines": the newest first, times in seconds, `amount` in coins and `vol` in money.
    static func kline(_ series: CandleSeries, of coin: SimulatedCoin, channel: String, at now: MarketTime) -> JSONWriter
    {
        var json = JSONWriter(.java, capacity: 100 + series.items.count * 160)
        json.object { json in
            json.text("ch", channel)
            json.text("status", "ok")
            json.integer("ts", now.milliseconds)
            json.key("data")
            json.array { json in
                for item in series.items.reversed() { json.object { candle(item, coin, to: &$0) } }
            }
        }
        return json
    }

    private static func candle(_ item: CandleSeries.Item, _ coin: SimulatedCoin, to json: inout JSONWriter) {
        json.integer("id", item.start * 60)
        json.number("open", item.span.open, decimals: coin.decimals)
        json.number("close", item.span.close, decimals: coin.decimals)
        json.number("low", item.span.low, decimals: coin.decimals)
        json.number("high", item.span.high, decimals: coin.decimals)
        json.number("amount", item.span.traded.amount, decimals: coin.amountDecimals)
        json.number("vol", item.span.traded.turnover, decimals: 2)
        json.integer("count", item.span.traded.trades)
    }

    /// "Get all Supported Trading Symbol" of version 1, in kebab case. Leveraged products are the rows with `underlying`.
    static func symbols(_ market: SimulatedMarket) -> JSONWriter {
        var json = JSONWriter(.java, capacity: market.exchange.pairs.count * 420)
        json.object { json in
            json.text("status", "ok")
            json.key("data")
            json.array { json in
                for pair in market.exchange.pairs {
                    let decimals = Int64(market.coin(pair.price).decimals)
                    json.object { symbol(pair, decimals: decimals, to: &$0) }
                }
            }
        }
        return json
    }

    private static func symbol(_ pair: ExchangePair, decimals: Int64, to json: inout JSONWriter) {
        json.text("base-currency", pair.base)
        json.text("quote-currency", pair.quote)
        json.integer("price-precision", decimals)
        json.integer("amount-precision", 4)
        json.raw("symbol-partition", #""main""#)
        json.text("symbol", pair.symbol)
        json.text("state", pair.state.rawValue)
        json.integer("value-precision", 8)
        json.raw("min-order-amt", "1.0E-4")
        json.raw("max-order-amt", "1000")
        json.raw("min-order-value", "5")
        json.raw("limit-order-min-order-amt", "1.0E-4")
        json.raw("limit-order-max-order-amt", "1000")
        json.raw("sell-market-min-order-amt", "1.0E-4")
        json.raw("sell-market-max-order-amt", "100")
        json.raw("buy-market-max-order-value", "1000000")
        if case .product = pair.price {
            json.text("underlying", pair.base.prefix(3) + "usdt")
            json.raw("mgmt-fee-rate", "0.035")
            json.raw("charge-time", #""23:55:00""#)
            json.raw("init-nav", "16.3568")
        }
        json.raw("api-trading", #""enabled""#)
        json.raw("tags", pair.state == .online ? #""""# : "null")
    }

    /// "Get all Supported Trading Symbol(V2)": short keys, and its time is text.
    static func settings(_ market: SimulatedMarket, at now: MarketTime) -> JSONWriter {
        var json = JSONWriter(.java, capacity: market.exchange.pairs.count * 320)
        json.object { json in
            json.text("status", "ok")
            json.key("data")
            json.array { json in
                for pair in market.exchange.pairs { json.object { setting(pair, market.coin(pair.price), to: &$0) } }
            }
            json.text("ts", String(now.milliseconds))
            json.integer("full", 1)
        }
        return json
    }

    private static func setting(_ pair: ExchangePair, _ coin: SimulatedCoin, to json: inout JSONWriter) {
        let (base, quote) = (pair.base.uppercased(), pair.quote.uppercased())
        json.raw("tags", #""""#)
        json.text("state", pair.state.rawValue)
        json.text("sc", pair.symbol)
        json.raw("p", "null")
        json.text("bcdn", base)
        json.text("qcdn", quote)
        json.raw("elr", "null")
        json.integer("tpp", Int64(coin.decimals))
        json.integer("tap", 4)
        json.integer("fp", 8)
        json.raw("te", pair.state == .online ? "true" : "false")
        json.raw("sp", #""main""#)
        json.raw("d", "null")
        json.text("bc", pair.base)
        json.text("qc", pair.quote)
        json.integer("toa", MarketTime(minute: coin.birth).milliseconds)
        json.integer("ttp", 8)
        json.integer("w", 999_400_000)
        json.text("dn", base + "/" + quote)
    }

    private static func row(_ coin: SimulatedCoin, pair: String) -> [UInt8] {
        var json = JSONWriter(.java, capacity: 256)
        json.object { json in
            json.text("symbol", pair)
            json.number("open", coin.dayOpen, decimals: coin.decimals)
            json.number("high", coin.dayHigh, decimals: coin.decimals)
            json.number("low", coin.dayLow, decimals: coin.decimals)
            json.number("close", coin.price, decimals: coin.decimals)
            json.number("amount", coin.dayAmount, decimals: 4)
            json.number("vol", coin.turnover, decimals: 2)
            json.integer("count", coin.turnover / 100_000)
            json.number("bid", coin.price - 1, decimals: coin.decimals)
            json.number("bidSize", coin.dayAmount / 9001, decimals: 4)
            json.number("ask", coin.price + 1, decimals: coin.decimals)
            json.number("askSize", coin.dayAmount / 8009, decimals: 4)
        }
        return json.bytes
    }
}
