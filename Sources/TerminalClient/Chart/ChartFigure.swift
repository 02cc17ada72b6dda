internal import Shared
internal import TerminalKit

/// Everything that a chart shows at one size, computed. Only the drawing is left.
struct ChartFigure: Equatable, Sendable {
    struct Mark: Equatable, Sendable {
        /// Counted from the top of the plot; nil if it is outside.
        let row: Int?
        let text: PriceText
        let isUp: Bool
    }

    struct CrosshairMark: Equatable, Sendable {
        /// The index of the candle in `bars`.
        let index: Int
        /// The value that the user pointed at, or else the close.
        let level: Mark
        let time: String
    }

    /// The highest or the lowest visible price.
    struct Extreme: Equatable, Sendable {
        /// The index of the candle in `bars`.
        let index: Int
        let mark: Mark
    }

    let pitch: Int
    /// The candles, which are not drawn while coins are compared.
    let bars: [CandleBar]
    let scale: ValueScale
    let priceTicks: [Mark]
    let timeTicks: [TimeAxis.Tick]
    let hasGrid: Bool
    let extremes: [Extreme]
    /// The time zone of those times.
    let zone: String
    /// One for each candle; nil if the source does not report volumes.
    let volumes: [Double?]
    /// The largest of these volumes.
    let volumeMax: String?
    /// The latest price, even if only older candles are visible.
    let last: Mark?
    let crosshair: CrosshairMark?
    /// The lines over the candles. While coins are compared, they replace the candles.
    let lines: [Line]
    /// The alerts on the coin. While coins are compared, there are none.
    let levels: [Level]
    let isComparison: Bool
    let panes: [ChartPart: Pane]
}

/// What a figure shows besides candles.
struct ChartDemand: Equatable, Sendable {
    var choices = ChartChoices.small
    /// The coins to compare, including the chart's own coin; empty if none are compared.
    var compared: [ComparedLine] = []
    /// The number of rows of each pane.
    var paneRows: [ChartPart: Int] = [:]
    /// The candle under the crosshair.
    var pointed: Int?
    /// The value that the crosshair is on; nil: the candle's close.
    var pointedValue: Double?
    /// The alerts on the coin.
    var levels: [ChartLevel] = []
}

extension ChartFigure {
    /// The part of the range that stays free above and below the candles.
    private static let margin = 0.04

    /// - Parameters:
    ///   - range: the visible candles; not empty.
    ///   - clock: the clock for their times.
    ///   - rows: the height of the plot.
    init(
        _ candles: [Candle],
        range: Range<Int>,
        interval: CandleInterval,
        clock: WallClock,
        pitch: Int,
        rows: Int,
        axis prices: PriceAxis,
        demand: ChartDemand = ChartDemand()
    ) {
        let choices = demand.choices
        let seen = candles[range]
        self.pitch = pitch
        bars = seen.map(CandleBar.init)
        let closes = candles.map(\.close.approximate)
        let told = demand.pointed.flatMap { range.contains($0) ? $0 : nil } ?? range.upperBound - 1
        isComparison = !demand.compared.isEmpty
        let rebased = demand.compared.map { $0.rebased(in: range) }
        let ends =
            isComparison
            ? rebased.flatMap { $0.values.compactMap(\.self) } : bars.map(\.low) + bars.map(\.high)
        let scale = ValueScale(
            from: ends.min() ?? 0,
            to: ends.max() ?? 0,
            rows: rows,
            margin: Self.margin,
            kind: choices.scale.kind(of: closes[range.lowerBound], isComparison: isComparison)
        )
        self.scale = scale
        let axis = AxisText(unit: isComparison ? .share : scale.unit, prices: prices)
        lines =
            isComparison
            ? Self.linesCompared(rebased, on: scale, axis, told: told - range.lowerBound)
            : Self.linesOver(closes, range, choices, axis, told: told)
        levels = isComparison ? [] : Self.levels(demand.levels, on: scale)
        panes = Self.panes(closes, range, demand, axis, told: told)

        timeTicks = TimeAxis(times: seen.map { clock.reading($0.time) }, pitch: pitch).ticks
        hasGrid = choices.parts.contains(.grid) && rows >= Self.rowsWithMarks
        zone = clock.zone(at: candles[range.upperBound - 1].time)
        volumes = seen.map { $0.volume?.approximate }
        volumeMax = volumes.compactMap(\.self).max().map(ShortAmount.fine)
        let mark = { (index: Int) in
            let candle = candles[index]
            // Where the candle is visible, the row of its close as it is drawn.
            let row =
                range.contains(index)
                ? rows - 1 - CandleShape(CandleBar(candle), on: scale).closeRow
                : scale.row(of: candle.close.approximate)
            return axis.text(candle.close.approximate).map {
                Mark(row: row, text: $0, isUp: candle.close >= candle.open)
            }
        }
        let last = isComparison ? nil : candles.indices.last.flatMap(mark)
        self.last = last
        extremes =
            choices.parts.contains(.extremes) && !isComparison ? Self.extremes(bars, on: scale, axis, rows: rows) : []
        priceTicks = Self.priceTicks(scale, axis, besides: last?.row)
        let own = rebased.first?.values
        crosshair = demand.pointed.flatMap { index in
            guard range.contains(index) else { return nil }
            let value = demand.pointedValue ?? own?[index - range.lowerBound]
            let level =
                value.flatMap { value in
                    axis.text(value).map { Mark(row: scale.row(of: value), text: $0, isUp: true) }
                } ?? mark(index)
            let time = TimeText.full(clock.reading(candles[index].time), interval)
            return level.map { CrosshairMark(index: index - range.lowerBound, level: $0, time: time) }
        }
    }
}

extension ChartScale {
    /// - Parameter base: the value that is 0 %.
    fileprivate func kind(of base: Double, isComparison: Bool) -> ValueScale.Kind {
        switch self {
        case .linear: .linear
        case .log: .logarithmic
        // Values of compared coins are already percents.
        case .percent: isComparison ? .linear : .percent(of: base)
        }
    }
}

extension ChartFigure {
    /// Nil for a linear scale.
    var scaleName: String? {
        switch scale.kind {
        case .linear: nil
        case .logarithmic: "log"
        case .percent: "%"
        }
    }
}

extension ValueScale {
    fileprivate var unit: AxisText.Unit {
        if case .percent(let base) = kind { .change(from: base) } else { .price }
    }
}

// MARK: Prices
extension ChartFigure {
    /// With fewer prices, a reader cannot see the scale.
    private static let ticksMin = 2
    /// A lower plot has no room for words and dots among the candles.
    private static let rowsWithMarks = 8

    /// Round prices with free rows between them. On a low plot they stand closer, so that there are enough of them.
    /// - Parameter taken: the row of another price.
    private static func priceTicks(_ scale: ValueScale, _ axis: AxisText, besides taken: Int?) -> [Mark] {
        let counts = [scale.rows < 9 ? scale.rows / 2 : scale.rows / 3, scale.rows / 2, scale.rows, 2 * scale.rows]
        var best: (marks: [Mark], free: Int) = ([], -1)
        for count in counts where best.free < ticksMin {
            let marks = ticks(scale, axis, countMax: count)
            let free = marks.count { $0.row != taken }
            if free > best.free { best = (marks, free) }
        }
        return best.marks
    }

    /// At most one tick for each row.
    private static func ticks(_ scale: ValueScale, _ axis: AxisText, countMax: Int) -> [Mark] {
        var rows: Set<Int?> = []
        return scale.ticks(countMax: countMax, exponentMin: -axis.prices.decimals).compactMap { tick in
            let row = scale.row(of: scale.value(of: tick))
            guard let text = axis.text(tick), rows.insert(row).inserted else { return nil }
            return Mark(row: row, text: text, isUp: true)
        }
    }

    /// If several candles are equally high, takes the latest one.
    private static func extremes(_ bars: [CandleBar], on scale: ValueScale, _ axis: AxisText, rows: Int) -> [Extreme] {
        guard rows >= rowsWithMarks, let highest = bars.map(\.high).max(), let lowest = bars.map(\.low).min(),
            highest > lowest
        else { return [] }
        let places = [
            (bars.lastIndex { $0.high == highest }, highest, true),
            (bars.lastIndex { $0.low == lowest }, lowest, false),
        ]
        return places.compactMap { index, price, isUp in
            guard let index, let text = axis.text(price) else { return nil }
            return Extreme(index: index, mark: Mark(row: scale.row(of: price), text: text, isUp: isUp))
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
