import NIOCore
import Shared

/// The answers of HTX, without the tickers. Its errors have HTTP status 200.
enum HuobiRoutes {
    private static let sizeMax = 2000
    private static let periods: [String: CandleBucket] = [
        "1min": .minutes(1), "5min": .minutes(5), "15min": .minutes(15), "30min": .minutes(30), "60min": .minutes(60),
        "4hour": .minutes(240), "1day": .days(1, shift: CandleBucket.singaporeShift), "1week": .weeks,
        "1mon": .months, "1year": .years,
    ]

    @Sendable
    static func reply(
        to request: MockRequest,
        _ market: SimulatedMarket,
        _ rows: inout RowCaches,
        at now: MarketTime
    ) -> MockReply? {
        switch request.path {
        case "/market/tickers": MockReply(body: HuobiRendering.tickers(market, at: now, &rows[request.path]))
        case "/market/history/kline": kline(request, market, at: now)
        case "/v1/common/symbols": MockReply(HuobiRendering.symbols(market))
        case "/v2/settings/common/symbols": MockReply(HuobiRendering.settings(market, at: now))
        default: nil
        }
    }

    private static func kline(_ request: MockRequest, _ market: SimulatedMarket, at now: MarketTime) -> MockReply {
        guard let symbol = request.text("symbol") else {
            return refusal("require-symbol", "the symbol parameter is missing", at: now)
        }
        guard let pair = market.exchange[symbol] else { return refusal("invalid-parameter", "invalid symbol", at: now) }
        guard pair.state == .online else {
            return refusal("invalid-parameter", "symbol trade not open now", at: now)
        }
        guard let period = request.text("period"), let bucket = periods[period] else {
            return refusal("invalid-parameter", "invalid period", at: now)
        }
        guard let size = request.integer("size", default: 150), (1...sizeMax).contains(size) else {
            return refusal("invalid-parameter", "invalid size, valid range: [1,2000]", at: now)
        }
        let coin = market.coin(pair.price)
        let series = CandleSeries(coin, bucket, last: size, at: market.time)
        return MockReply(HuobiRendering.kline(series, of: coin, channel: "market.\(symbol).kline.\(period)", at: now))
    }

    static func refusal(_ code: String, _ message: String, at now: MarketTime) -> MockReply {
        var json = JSONWriter(.java)
        json.object { json in
            json.integer("ts", now.milliseconds)
            json.text("status", "error")
            json.text("err-code", code)
            json.text("err-msg", message)
        }
        return MockReply(json)
    }
}

extension SimulatedMarket {
    func coin(_ price: ExchangePair.Price) -> SimulatedCoin {
        switch price {
        case .coin(let place): coins[place]
        case .product(let product): product.followed(to: time)
        }
    }

    func coin(_ price: ArchivedCoin.Price) -> SimulatedCoin {
        switch price {
        case .coin(let place): coins[place]
        case .stranger(let stranger): stranger.followed(to: time)
        }
    }
}
