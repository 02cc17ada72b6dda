import NIOCore
import Shared

/// "Get Latest Tickers for All Pairs" as HTX answers it (providers.md section 2.3).
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

    private static func row(_ coin: SimulatedCoin, pair: String) -> [UInt8] {
        var json = JSONWriter(.java, capacity: 256)
        json.object { json in
            json.text("symbol", pair)
            json.number("open", coin.dayOpen, decimals: coin.decimals)
            json.number("high", coin.dayHigh, decimals: coin.decimals)
            json.number("low", coin.dayLow, decimals: coin.decimals)
            json.number("close", coin.price, decimals: coin.decimals)
            json.number("amount", amount(coin), decimals: 4)
            json.number("vol", coin.turnover, decimals: 2)
            json.integer("count", coin.turnover / 100_000)
            json.number("bid", coin.price - 1, decimals: coin.decimals)
            json.number("bidSize", amount(coin) / 9001, decimals: 4)
            json.number("ask", coin.price + 1, decimals: coin.decimals)
            json.number("askSize", amount(coin) / 8009, decimals: 4)
        }
        return json.bytes
    }

    /// Coins traded in 24 hours, with four decimals.
    private static func amount(_ coin: SimulatedCoin) -> Int64 {
        Int64(clamping: Int128(coin.turnover) * 100 * CoinSeed.powerOfTen(coin.decimals) / Int128(coin.price))
    }
}
