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
    /// Since the source, or a live price, last told something of the series, in milliseconds.
    nonisolated let age: Int64?
    /// Whether the last candle follows the source's own last trades, heard less than ten seconds ago.
    nonisolated let live: Bool
    /// Why the candles are not newer.
    nonisolated let problem: String?
    private nonisolated let title: String
    nonisolated let candles: [Row]

    private enum CodingKeys: String, CodingKey {
        case id, symbol, interval, source, live, problem, candles
        case age = "age_ms"
    }

    /// - Parameters:
    ///   - table: the market, whose prices move the last candle.
    ///   - offers: what the server gives the choice of.
    ///   - now: by the server's clock.
    package init(
        _ chart: ChartReplica,
        of instrument: Instrument,
        in table: MarketTable,
        _ offers: ServerOffers,
        at now: MarketTime
    ) {
        id = instrument.coin.rawValue
        symbol = instrument.symbol
        interval = chart.request.interval.rawValue
        source = chart.source
        let provider = chart.source.map(offers.title(ofKlineSource:))
        problem = chart.problem?.message
        let pricing = table.row(of: instrument.coin).map { table[$0].pricing }
        let price = pricing.flatMap { table.age(of: $0, at: now) }
        live = price?.isLive == true && price?.source.provider == provider && problem == nil
        let heard = chart.heard.flatMap(now.age(of:))
        // A price that stands still moves no candle, and is heard all the same.
        age = (live ? price?.age : heard).map(\.milliseconds)
        let from = provider ?? "nowhere"
        let silent = table.sources.filter { source in
            source.kind == .tickers && source.provider == provider && source.state != .live
        }
        warnings =
            if let problem {
                ["the candles are \(age.map { "\($0 / 1000) s" } ?? "of unknown age") old: \(problem)".escaped]
            } else {
                silent.map { SourceReport($0, at: now).line }
            }
        title = "\(instrument.name) (\(symbol)), \(interval) candles from \(from)".escaped
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

    /// What a reader of the candles must know: nothing while all is well.
    package nonisolated let warnings: [String]

    package var seriesAge: Duration? { age.map { .milliseconds($0) } }

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
