import NIOCore
import NIOHTTP1
import Shared

/// The answers of Binance's spot API to requests for public market data (docs/PROVIDERS.md).
enum BinanceRoutes {
    private static let limitMax = 1000
    private static let intervals: [String: CandleBucket] = [
        "1m": .minutes(1), "3m": .minutes(3), "5m": .minutes(5), "15m": .minutes(15), "30m": .minutes(30),
        "1h": .minutes(60), "2h": .minutes(120), "4h": .minutes(240), "6h": .minutes(360), "8h": .minutes(480),
        "12h": .minutes(720), "1d": .days(1), "1w": .minutes(7 * 1440, shift: 3 * 1440),
    ]

    @Sendable
    static func reply(
        to request: MockRequest,
        _ market: SimulatedMarket,
        _ rows: inout RowCaches,
        at now: MarketTime
    ) -> MockReply? {
        switch request.path {
        case "/api/v3/ticker/24hr": tickers(request, market, &rows)
        case "/api/v3/exchangeInfo": MockReply(BinanceRendering.exchangeInfo(market, at: now))
        case "/api/v3/klines": klines(request, market)
        default: nil
        }
    }

    private static func tickers(
        _ request: MockRequest,
        _ market: SimulatedMarket,
        _ rows: inout RowCaches
    ) -> MockReply {
        let kind = request.text("type") ?? "FULL"
        guard ["FULL", "MINI"].contains(kind) else {
            return refusal(-1130, "Data sent for parameter 'type' is not valid.")
        }
        // The two forms have different rows, and so different caches.
        let isFull = kind == "FULL"
        return MockReply(
            body: BinanceRendering.tickers(
                market,
                isFull: isFull,
                &rows[request.path + (isFull ? "" : "#mini")]
            )
        )
    }

    private static func klines(_ request: MockRequest, _ market: SimulatedMarket) -> MockReply {
        guard let symbol = request.text("symbol"), !symbol.isEmpty else { return missing("symbol") }
        guard let interval = request.text("interval"), !interval.isEmpty else { return missing("interval") }
        guard let bucket = intervals[interval] else { return refusal(-1120, "Invalid interval.") }
        guard let pair = BinancePair.all(in: market).first(where: { $0.symbol == symbol && $0.isTrading }) else {
            return refusal(-1121, "Invalid symbol.")
        }
        guard let limit = request.integer("limit", default: 500), limit > 0 else {
            return refusal(-1130, "Data sent for parameter 'limit' is not valid.")
        }
        guard let end = request.integer("endTime", default: .max) else {
            return refusal(-1130, "Data sent for parameter 'endTime' is not valid.")
        }
        let coin = market.coins[pair.place]
        let last = MarketTime(milliseconds: min(Int64(end), market.time.milliseconds)).minute
        let series = CandleSeries(coin, bucket, last: min(limit, limitMax), until: last, at: market.time)
        return MockReply(BinanceRendering.klines(series, bucket, of: coin))
    }

    private static func missing(_ parameter: String) -> MockReply {
        refusal(-1102, "Mandatory parameter '\(parameter)' was not sent, was empty/null, or malformed.")
    }

    private static func refusal(_ code: Int, _ message: String) -> MockReply {
        MockReply(.badRequest, text: #"{"code":\#(code),"msg":"\#(message)"}"#)
    }
}

/// A pair on Binance: most pairs of the other exchange, and some coins that it does not trade.
struct BinancePair {
    let base: String
    let quote: String
    let isTrading: Bool
    /// The index of the coin in the market.
    let place: Int

    var symbol: String { base + quote }

    static func all(in market: SimulatedMarket) -> [Self] {
        var symbols: Set<String> = ["USDT"]
        return market.coins.enumerated().flatMap { place, coin -> [Self] in
            let base = coin.identity.symbol.uppercased()
            // Prices have eight decimals here. A symbol that two coins share belongs to the better ranked coin.
            guard coin.decimals <= 8, symbols.insert(base).inserted, place < 20 || place % 10 < 7 else { return [] }
            let pair = Self(base: base, quote: "USDT", isTrading: true, place: place)
            // Large coins also have a closed pair against BTC.
            return (1..<30).contains(place)
                ? [pair, Self(base: base, quote: "BTC", isTrading: false, place: place)] : [pair]
        }
    }
}
