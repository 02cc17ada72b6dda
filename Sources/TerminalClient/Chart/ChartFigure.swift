internal import Shared
internal import TerminalKit

/// All that a chart shows at one size, worked out; what is left to do is drawing.
struct ChartFigure: Equatable, Sendable {
    struct Mark: Equatable, Sendable {
        /// From the top of the plot; nil: outside of it.
        let row: Int?
        let text: PriceText
        let isUp: Bool
    }

    struct Crosshair: Equatable, Sendable {
        /// Of the candle in `bars`.
        let index: Int
        let close: Mark
        let time: String
    }

    let pitch: Int
    let bars: [CandleBar]
    let scale: ValueScale
    let priceTicks: [Mark]
    let timeTicks: [TimeAxis.Tick]
    /// The time zone of those times.
    let zone: String
    /// One for each candle, nil where the source does not say.
    let volumes: [Double?]
    /// The most that changed hands in one of the candles.
    let volumeMax: String?
    /// The latest price, also where older candles are seen.
    let last: Mark?
    let crosshair: Crosshair?
}

extension ChartFigure {
    /// The share of the range that stays free above and below the candles.
    private static let margin = 0.04

    /// - Parameters:
    ///   - range: the candles that are seen; not empty.
    ///   - clock: shows their times.
    ///   - rows: of the plot.
    init(
        _ candles: [Candle],
        range: Range<Int>,
        interval: CandleInterval,
        clock: WallClock,
        pitch: Int,
        rows: Int,
        axis: PriceAxis,
        pointed: Int?
    ) {
        let seen = candles[range]
        self.pitch = pitch
        bars = seen.map(CandleBar.init)
        let scale = ValueScale(
            from: bars.map(\.low).min() ?? 0,
            to: bars.map(\.high).max() ?? 0,
            rows: rows,
            margin: Self.margin
        )
        self.scale = scale
        timeTicks = TimeAxis(times: seen.map { clock.reading($0.time) }, pitch: pitch).ticks
        zone = clock.zone(at: candles[range.upperBound - 1].time)
        volumes = seen.map { $0.volume?.approximate }
        volumeMax = volumes.compactMap(\.self).max().map(ShortAmount.fine)
        let mark = { (index: Int) in
            let candle = candles[index]
            // Where the candle is seen, beside its close as it is drawn.
            let row =
                range.contains(index)
                ? rows - 1 - CandleShape(CandleBar(candle), on: scale).closeRow
                : scale.row(of: candle.close.approximate)
            return axis.text(candle.close.approximate).map {
                Mark(row: row, text: $0, isUp: candle.close >= candle.open)
            }
        }
        let last = candles.indices.last.flatMap(mark)
        self.last = last
        priceTicks = Self.priceTicks(scale, axis, besides: last?.row)
        crosshair = pointed.flatMap { index in
            guard range.contains(index), let close = mark(index) else { return nil }
            let time = TimeText.full(clock.reading(candles[index].time), interval)
            return Crosshair(index: index - range.lowerBound, close: close, time: time)
        }
    }
}

// MARK: Prices
extension ChartFigure {
    /// Fewer prices than these tell nothing of the scale.
    private static let ticksMin = 2

    /// Round prices with rows between them; on a low plot closer to each other, until there are enough of them.
    /// - Parameter taken: the row of another price.
    private static func priceTicks(_ scale: ValueScale, _ axis: PriceAxis, besides taken: Int?) -> [Mark] {
        let counts = [scale.rows < 9 ? scale.rows / 2 : scale.rows / 3, scale.rows / 2, scale.rows, 2 * scale.rows]
        var best: (marks: [Mark], free: Int) = ([], -1)
        for count in counts where best.free < ticksMin {
            let marks = ticks(scale, axis, countMax: count)
            let free = marks.count { $0.row != taken }
            if free > best.free { best = (marks, free) }
        }
        return best.marks
    }

    /// One for a row.
    private static func ticks(_ scale: ValueScale, _ axis: PriceAxis, countMax: Int) -> [Mark] {
        var rows: Set<Int?> = []
        return scale.ticks(countMax: countMax, exponentMin: -axis.decimals).compactMap { tick in
            let row = scale.row(of: tick.value)
            guard let text = axis.text(tick.value), rows.insert(row).inserted else { return nil }
            return Mark(row: row, text: text, isUp: true)
        }
    }
}

extension CandleBar {
    init(_ candle: Candle) {
        self.init(
            open: candle.open.approximate,
            high: candle.high.approximate,
            low: candle.low.approximate,
            close: candle.close.approximate
        )
    }
}
