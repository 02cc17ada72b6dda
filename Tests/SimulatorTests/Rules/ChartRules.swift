import Shared
import TestSupport

@testable import PushServer
@testable import TerminalClient

/// The rules for charts when everything has arrived.
@MainActor
struct ChartRules {
    let server: SimulatedServer
    let crowd: Crowd
    let exchange: SimulatedExchange
    let time: MarketTime

    /// - Parameter isRefreshed: whether every source has answered a request since the last event.
    func check(isRefreshed: Bool) throws {
        for terminal in crowd.terminals {
            for chart in terminal.charts {
                do {
                    try check(chart, terminal, isRefreshed: isRefreshed)
                } catch let violation as Violation {
                    throw Violation("\(terminal.name)'s chart of \(chart.request): \(violation)")
                }
            }
        }
    }

    private func check(_ chart: ChartReplica, _ terminal: SimulatedTerminal, isRefreshed: Bool) throws {
        let request = chart.request
        guard let source = terminal.table.klineSource else { throw Violation("no source is offered") }
        let key = SeriesKey(source: source, coin: request.coin, interval: request.interval)
        guard let symbol = server.candles.pairs?.symbol(of: request.coin, at: source) else {
            if chart.problem == nil { throw Violation("there is no pair, and nobody is told") }
            return
        }
        guard let kept = server.candles.rules[key], kept.error == nil, kept.holds(request.count) else {
            if chart.problem == nil { throw Violation("nothing came, and nobody is told") }
            return
        }
        let candles = Array(kept.sequence.candles.suffix(request.count))
        if chart.problem != nil { throw Violation("an old problem is told: \(chart.problem as Any)") }
        if chart.candles != candles { throw Violation("it shows \(chart.candles), the server has \(candles)") }
        try checkOrder(candles, request.interval)
        if isRefreshed { try compare(candles, symbol, request) }
        if source == .huobi { try checkClose(of: candles, symbol, at: source, isRefreshed: isRefreshed) }
    }

    /// The last candle closes at the exchange's price. Only a price that the market holds back waits for the source's
    /// answer.
    private func checkClose(
        of candles: [Candle],
        _ symbol: String,
        at source: KlineSource,
        isRefreshed: Bool
    ) throws {
        guard let close = candles.last?.close, let price = exchange.price(of: symbol), close != price else { return }
        if !isRefreshed, server.doubts(symbol, at: source) { return }
        throw Violation("it closes at \(close), the price is \(price)")
    }

    private func checkOrder(_ candles: [Candle], _ interval: CandleInterval) throws {
        for (one, next) in zip(candles, candles.dropFirst()) {
            if next.time <= one.time { throw Violation("\(next.time) comes after \(one.time)") }
            if !one.isClosed { throw Violation("the candle of \(one.time) was never closed") }
        }
    }

    /// Checks that there is no hole, and that each ended candle equals the source's.
    private func compare(_ candles: [Candle], _ symbol: String, _ request: ChartRequest) throws {
        let wanted = exchange.candles(of: symbol, request.interval, count: request.count, at: time)
        if candles.map(\.time) != wanted.map(\.time) {
            throw Violation("it has \(candles.map(\.time)), the source \(wanted.map(\.time))")
        }
        for (mine, its) in zip(candles.dropLast(), wanted) where mine != its {
            throw Violation("it has \(mine), the source \(its)")
        }
    }
}
