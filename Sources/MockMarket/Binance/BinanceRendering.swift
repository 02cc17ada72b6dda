import NIOCore
import Shared

/// Binance's answers: numbers as text with eight decimals, times in milliseconds.
enum BinanceRendering {
    private static let day: Int64 = 86_400_000

    /// "24hr ticker price change statistics" of all pairs. Closed pairs are left out.
    static func tickers(
        _ market: SimulatedMarket,
        isFull: Bool,
        _ cache: inout RowCache
    ) -> ByteBuffer {
        let rows = BinancePair.all(in: market).filter(\.isTrading).map { pair in
            let coin = market.coins[pair.place]
            return cache.bytes(of: pair.place, version: coin.version) { row(coin, pair, isFull: isFull) }
        }
        return ByteBuffer(before: "[", rows: rows, after: "]")
    }

    private static func row(_ coin: SimulatedCoin, _ pair: BinancePair, isFull: Bool) -> [UInt8] {
        let end = coin.lastChanged.milliseconds
        var json = JSONWriter(.script, capacity: 600)
        json.object { json in
            json.text("symbol", pair.symbol)
            if isFull {
                json.text("priceChange", price(coin.price - coin.dayOpen, coin))
                json.text("prevClosePrice", price(coin.dayOpen, coin))
                json.text("bidPrice", price(coin.price - 1, coin))
                json.text("askPrice", price(coin.price + 1, coin))
            }
            json.text("openPrice", price(coin.dayOpen, coin))
            json.text("highPrice", price(coin.dayHigh, coin))
            json.text("lowPrice", price(coin.dayLow, coin))
            json.text("lastPrice", price(coin.price, coin))
            json.text("volume", eightDecimals(coin.dayAmount, decimals: 4))
            json.text("quoteVolume", eightDecimals(coin.turnover, decimals: 2))
            json.integer("openTime", end - day)
            json.integer("closeTime", end)
            json.integer("firstId", 1)
            json.integer("lastId", coin.turnover / 100_000)
            json.integer("count", coin.turnover / 100_000)
        }
        return json.bytes
    }

    static func exchangeInfo(_ market: SimulatedMarket, at now: MarketTime) -> JSONWriter {
        let pairs = BinancePair.all(in: market)
        var json = JSONWriter(.script, capacity: pairs.count * 500)
        json.object { json in
            json.raw("timezone", #""UTC""#)
            json.integer("serverTime", now.milliseconds)
            json.raw(
                "rateLimits",
                #"[{"rateLimitType":"REQUEST_WEIGHT","interval":"MINUTE","intervalNum":1,"limit":6000}]"#
            )
            json.raw("exchangeFilters", "[]")
            json.key("symbols")
            json.array { json in
                for pair in pairs { json.object { symbol(pair, market.coins[pair.place], to: &$0) } }
            }
        }
        return json
    }

    private static func symbol(_ pair: BinancePair, _ coin: SimulatedCoin, to json: inout JSONWriter) {
        json.text("symbol", pair.symbol)
        json.text("status", pair.isTrading ? "TRADING" : "BREAK")
        json.text("baseAsset", pair.base)
        json.integer("baseAssetPrecision", 8)
        json.text("quoteAsset", pair.quote)
        json.integer("quoteAssetPrecision", 8)
        json.raw("orderTypes", #"["LIMIT","LIMIT_MAKER","MARKET"]"#)
        json.raw("isSpotTradingAllowed", "true")
        json.key("filters")
        json.array { json in
            json.object { json in
                json.raw("filterType", #""PRICE_FILTER""#)
                json.text("minPrice", eightDecimals(1, decimals: coin.decimals))
                json.raw("maxPrice", #""1000000.00000000""#)
                json.text("tickSize", eightDecimals(1, decimals: coin.decimals))
            }
            json.object { json in
                json.raw("filterType", #""LOT_SIZE""#)
                json.raw("stepSize", #""0.00010000""#)
            }
        }
        json.raw("permissions", "[]")
        json.raw("permissionSets", #"[["SPOT","MARGIN"]]"#)
    }

    /// Oldest first. The last candle may still be open.
    static func klines(_ series: CandleSeries, _ bucket: CandleBucket, of coin: SimulatedCoin) -> JSONWriter {
        var json = JSONWriter(.script, capacity: 100 + series.items.count * 180)
        json.array { json in
            for item in series.items {
                let span = item.span
                json.array { json in
                    json.element(item.start * 60_000)
                    for value in [span.open, span.high, span.low, span.close] { json.element(price(value, coin)) }
                    json.element(eightDecimals(span.traded.amount, decimals: coin.amountDecimals))
                    json.element(bucket.end(of: item.start) * 60_000 - 1)
                    json.element(eightDecimals(span.traded.turnover, decimals: 2))
                    json.element(span.traded.trades)
                    json.element(eightDecimals(span.traded.amount / 2, decimals: coin.amountDecimals))
                    json.element(eightDecimals(span.traded.turnover / 2, decimals: 2))
                    json.element("0")
                }
            }
        }
        return json
    }

    /// The price of a coin here, which is a thousandth higher than on the other exchange.
    static func price(_ price: Int64, _ coin: SimulatedCoin) -> String {
        eightDecimals(price + price / 1024, decimals: coin.decimals)
    }

    private static func eightDecimals(_ mantissa: Int64, decimals: Int) -> String {
        let text = ExactDecimal.plainText(mantissa: mantissa, exponent: -decimals)
        return (decimals == 0 ? text + "." : text) + String(repeating: "0", count: max(0, 8 - decimals))
    }
}
