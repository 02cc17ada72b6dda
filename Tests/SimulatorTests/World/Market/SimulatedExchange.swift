import MockMarket
import Shared

@testable import PushServer

/// The trades of each pair, and the candles that both sources make of them.
struct SimulatedExchange {
    private struct Trade {
        let time: MarketTime
        let price: ExactDecimal
    }

    private var trades: [String: [Trade]] = [:]

    mutating func traded(_ board: TickerBoard, at time: MarketTime) {
        for ticker in board.tickers { trades[ticker.pair, default: []].append(Trade(time: time, price: ticker.close)) }
    }

    /// - Parameter symbol: in either source's spelling.
    func price(of symbol: String) -> ExactDecimal? { trades[pair(of: symbol)]?.last?.price }

    /// Every interval since the first trade has a candle, even one without trades.
    func candles(
        of symbol: String,
        _ interval: CandleInterval,
        count: Int,
        before end: MarketTime? = nil,
        at now: MarketTime
    ) -> [Candle] {
        guard let end else { return latest(of: symbol, interval, count: count, at: now) }
        let older = latest(of: symbol, interval, count: .max, at: now).filter { $0.time < end }
        return older.suffix(count)
    }

    private func latest(
        of symbol: String,
        _ interval: CandleInterval,
        count: Int,
        at now: MarketTime
    ) -> [Candle] {
        let trades = (trades[pair(of: symbol)] ?? []).filter { $0.time <= now }
        guard let first = trades.first else { return [] }
        let back = Int64(min(count, 1_000_000) - 1)
        let oldest = interval.start(of: now).adding(seconds: -interval.seconds * back)
        var start = max(interval.start(of: first.time), oldest)
        var rest = trades.drop { $0.time < start }
        var close = trades.last { $0.time < start }?.price ?? first.price
        var candles: [Candle] = []
        while start <= now {
            let end = interval.end(from: start)
            let prices = rest.prefix { $0.time < end }.map(\.price)
            rest = rest.dropFirst(prices.count)
            candles.append(candle(start, prices.isEmpty ? [close] : prices, trades: prices.count, isClosed: end <= now))
            close = prices.last ?? close
            start = end
        }
        return candles
    }

    private func candle(_ start: MarketTime, _ prices: [ExactDecimal], trades: Int, isClosed: Bool) -> Candle {
        Candle(
            time: start,
            open: prices[0],
            high: prices.max() ?? prices[0],
            low: prices.min() ?? prices[0],
            close: prices[prices.count - 1],
            volume: try? ExactDecimal(mantissa: Int64(trades), exponent: 0),
            isClosed: isClosed
        )
    }

    private func pair(of symbol: String) -> String {
        symbol.hasSuffix("usdt") ? symbol : symbol.lowercased() + "usdt"
    }
}
