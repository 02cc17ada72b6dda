internal import Shared

/// A coin that is compared with a chart's own coin.
struct ComparedCoin {
    /// Everything that its line depends on.
    struct Inputs: Equatable {
        var symbol: String
        var candles: [Candle]
        var note: String?
    }

    let coin: CoinID
    let symbol: String
    let replica: ChartReplica
}

@MainActor
extension CoinChart {
    var isComparing: Bool { !compared.isEmpty }

    /// One line for each compared coin, the chart's own coin first; empty if none are compared.
    /// - Parameter candles: those of the chart's own coin.
    func comparedLines(beside candles: [Candle]) -> [ComparedLine] {
        guard isComparing else { return [] }
        let own = ComparedLine(name: symbol, ink: .first, values: candles.map(\.close.approximate))
        return [own] + zip(compared, ChartInk.allCases.dropFirst()).map { $0.line(beside: candles, ink: $1) }
    }
}

@MainActor
extension ComparedCoin {
    var inputs: Inputs { Inputs(symbol: symbol, candles: replica.candles, note: note) }

    func line(beside candles: [Candle], ink: ChartInk) -> ComparedLine {
        let closes = Self.closes(of: replica.candles, at: candles.map(\.time))
        return ComparedLine(name: symbol, ink: ink, values: closes, note: note)
    }

    /// Why there is no line, in one or two words.
    private var note: String? {
        switch replica.problem?.kind {
        case nil: (replica.isComplete ? ComparedAbsence.noCandles : .loading).description
        case .notListed, .unknownCoin: ComparedAbsence.notListed.description
        case .needsKey, .unavailable: ComparedAbsence.notAvailable.description
        case .tooMany: ComparedAbsence.tooManyCharts.description
        case .unknownInterval, .unknownSource: QuoteRow.none
        }
    }

    /// The latest close at each time; nil before the first close. A candle without trades leaves no gap.
    /// - Parameters:
    ///   - candles: ascending.
    ///   - times: ascending.
    nonisolated static func closes(of candles: [Candle], at times: [MarketTime]) -> [Double?] {
        var (next, close) = (0, Double?.none)
        return times.map { time in
            while next < candles.count, candles[next].time <= time {
                close = candles[next].close.approximate
                next += 1
            }
            return close
        }
    }
}

/// One of the coins that a chart compares: its closes at the times of the chart's own candles.
struct ComparedLine: Equatable, Sendable {
    /// The coin's symbol.
    let name: String
    let ink: ChartInk
    /// One value for each of the chart's candles; nil before the coin's first candle.
    let values: [Double?]
    /// The words in place of a missing value.
    var note: String?

    /// The values of the visible candles, in percent of the first visible close.
    func rebased(in range: Range<Int>) -> ComparedLine {
        let seen = range.map { values.indices.contains($0) ? values[$0] : nil }
        let base = seen.first { $0 ?? 0 > 0 } ?? nil
        let shares = seen.map { value in base.flatMap { base in value.map { $0 / base * 100 } } }
        return ComparedLine(name: name, ink: ink, values: shares, note: note)
    }
}
