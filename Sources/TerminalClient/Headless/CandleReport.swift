package import Shared

/// Candles as JSON and as a table. Prices are text, so that every digit survives.
@MainActor
package struct CandleReport: Encodable, Sendable {
    struct Row: Encodable, Sendable {
        let time: String
        let open: String
        let high: String
        let low: String
        let close: String
        let volume: String?
        let closed: Bool
    }

    nonisolated let id: UInt32
    nonisolated let symbol: String
    nonisolated let interval: String
    nonisolated let source: String?
    private nonisolated let title: String
    nonisolated let candles: [Row]

    private enum CodingKeys: CodingKey {
        case id, symbol, interval, source, candles
    }

    package init(_ chart: ChartReplica, of instrument: Instrument) {
        id = instrument.coin.rawValue
        symbol = instrument.symbol.printable
        interval = chart.order.interval.rawValue
        source = chart.source?.rawValue
        title = "\(instrument.name.printable) (\(symbol)), \(interval) candles from \(chart.source?.title ?? "nowhere")"
        candles = chart.candles.map { candle in
            Row(
                time: candle.time.shortISO8601,
                open: candle.open.description,
                high: candle.high.description,
                low: candle.low.description,
                close: candle.close.description,
                volume: candle.volume?.description,
                closed: candle.isClosed
            )
        }
    }

    /// One line for each candle; the one that still moves is marked.
    package var text: String {
        let head = ["TIME (UTC)", "OPEN", "HIGH", "LOW", "CLOSE", "VOLUME"]
        let rows = candles.map { row in
            [row.time + (row.closed ? "" : " …"), row.open, row.high, row.low, row.close, row.volume ?? "-"]
        }
        let isText = [true, false, false, false, false, false]
        return title + "\n\n" + TextTable.text(of: [head] + rows, isText: isText)
    }
}
