package import Shared

/// Candles as JSON and as a table. Prices are text, so that every digit survives.
package struct CandleReport: Encodable, Sendable {
    package struct Row: ReportRow, Sendable {
        package static var fields: [String] { CodingKeys.allCases.map(\.rawValue) }

        private enum CodingKeys: String, CodingKey, CaseIterable {
            case time, open, high, low, close, volume, closed, currency, source
            case age = "age_ms"
        }

        let time: String
        let open: String
        let high: String
        let low: String
        let close: String
        let volume: String?
        let closed: Bool
        /// These three are the same in all rows, so that a row that is read alone says where it is from and how old.
        let currency: String
        let source: String?
        let age: Int64?
    }

    let id: UInt32
    let symbol: String
    let interval: String
    /// The name that is used everywhere: `Binance`.
    let source: String?
    /// The milliseconds since the source, or a live price, last said something about the series.
    let age: Int64?
    /// Whether the last candle follows the source's own latest trades. That is so if the source is an exchange that
    /// sends prices now and said something about the series less than ten seconds ago. Candles of an archive are never
    /// live.
    let live: Bool
    /// Why the candles are not newer.
    let problem: String?
    /// The currency of the prices.
    let currency: String
    /// Whether the server makes its prices up.
    let isMock: Bool
    private let title: String
    package let candles: [Row]

    private enum CodingKeys: String, CodingKey {
        case id, symbol, interval, source, live, problem, currency, candles
        case age = "age_ms"
        case isMock = "mock_market"
    }

    /// - Parameters:
    ///   - table: the market, whose prices move the last candle.
    ///   - offers: the choices that the server offers.
    ///   - now: the server's time.
    ///   - money: the currency for prices, converted at today's rate.
    @MainActor
    package init(
        _ chart: ChartReplica,
        of instrument: Instrument,
        in table: MarketTable,
        _ offers: ServerOffers,
        at now: MarketTime,
        money: ShownCurrency = .usd
    ) {
        let converted = money.converted(chart.candles)
        let unit = converted == nil ? ShownCurrency.usd : money
        (currency, isMock) = (unit.name, offers.isMock)
        id = instrument.coin.rawValue
        symbol = instrument.symbol
        interval = chart.request.interval.rawValue
        let provider = chart.source.map(offers.title(ofKlineSource:))
        source = provider
        problem = chart.problem?.message
        let candleAge = chart.age(from: provider, in: table, at: now)
        age = candleAge.map(\.milliseconds)
        live =
            problem == nil && Self.isTelling(provider, in: table, at: now)
            && (candleAge ?? PriceAge.liveMax) < PriceAge.liveMax
        let from = provider ?? "nowhere"
        let silent = table.sources.filter { source in
            source.kind == .tickers && source.provider == provider && source.state(at: now) != .live
        }
        warnings =
            if let problem {
                ["\(OldCandles(age: age.map { .milliseconds($0) }, problem: problem))"]
            } else {
                silent.map { SourceReport($0, at: now).line }
            }
        let rate = unit.isUSD ? "" : ", in \(unit.name) at today's rate"
        let old = live ? "live" : candleAge.map { "heard \(DurationText.words($0)) ago" } ?? "age not known"
        title = "\(instrument.name) (\(symbol)), \(interval) candles from \(from), \(old)\(rate)".escaped
        let (unitName, series) = (unit.name, age)
        candles = (converted ?? chart.candles).map { candle in
            Row(
                time: candle.time.shortISO8601,
                open: candle.open.description,
                high: candle.high.description,
                low: candle.low.description,
                close: candle.close.description,
                volume: candle.volume?.description,
                closed: candle.isClosed,
                currency: unitName,
                source: provider,
                age: series
            )
        }
    }

    /// Whether a source of candles is an exchange that sent prices less than ten seconds ago.
    private static func isTelling(_ provider: String?, in table: MarketTable, at now: MarketTime) -> Bool {
        table.sources.contains { source in
            source.kind == .tickers && source.provider == provider && source.state != .starting
                && (source.lastEvent.flatMap(now.age(of:)) ?? PriceAge.liveMax) < PriceAge.liveMax
        }
    }

    /// Warnings for a reader of the candles; empty if all is well.
    package let warnings: [String]

    package var seriesAge: Duration? { age.map { .milliseconds($0) } }

    /// One line for each candle. The candle that still moves is marked.
    package var text: String {
        let head = ["TIME (UTC)", "OPEN", "HIGH", "LOW", "CLOSE", "VOLUME"]
        let rows = candles.map { row in
            [row.time + (row.closed ? "" : " …"), row.open, row.high, row.low, row.close, row.volume ?? "-"]
        }
        let isText = [true, false, false, false, false, false]
        return title + "\n\n" + TextTable.text(of: [head] + rows, isText: isText)
    }
}

/// Candles that their source cannot update at the moment.
package struct OldCandles: CustomStringConvertible {
    /// Nil if unknown.
    let age: Duration?
    let problem: String

    package var description: String {
        let old = age.map { "the candles are \($0.components.seconds) s old" }
        let words = old ?? "the age of the candles is not known"
        return "\(words): \(problem)".escaped
    }
}
