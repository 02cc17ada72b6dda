internal import Shared
internal import TerminalKit

/// Draws a chart in any rectangle: under the row of its coin, or on the whole screen.
@MainActor
struct ChartPane {
    let chart: CoinChart
    let tabs: TabsViewModel
    /// Whether to show candles and volume only, whatever the user chose.
    var isSmall = false
    /// Whether the chart offers the coin's page.
    var hasEye = true
    /// The time zone that is named beside the chart.
    var zoneBeside: String?

    private var palette: MarketPalette { tabs.local.settings.palette }
    /// Nil if the chart is small.
    private var choices: ChartChoices? { isSmall ? nil : tabs.local.settings.chart }
    private var plan: ChartPlan { chart.plan.value }
    private var layout: ChartLayout { plan.layout }
    private var figure: ChartFigure? { plan.figure }

    /// Makes the chart's plan for an area if something that it depends on has changed. Drawing and the mouse use this
    /// plan.
    func prepare(in area: Rect) {
        let (choices, times) = (choices, tabs.local.settings.times)
        let inputs = ChartPlan.Inputs(chart: chart.inputs, area: area, choices: choices, times: times)
        chart.plan.follow(inputs) { ChartPlan(of: chart, in: area, choices: choices) }
    }

    /// The width of the plot, which the chart's inputs need.
    var columns: Int { layout.plot.width }

    /// Whether an area has room for a part that was just chosen.
    func hasRoom(for part: ChartPart, in area: Rect) -> Bool {
        if !part.isPane || part == .volume { return true }
        return ChartLayout(of: chart, in: area, choices: choices).paneRows[part] != nil
    }

    func draw(into buffer: inout Buffer) {
        let rest = plan.area.inset(top: layout.strip.height)
        drawStrip(into: &buffer)
        guard chart.absence.isEmpty else { return drawAbsence(into: &buffer, in: rest) }
        guard let figure else { return drawPrice(into: &buffer, in: rest) }
        drawReadout(into: &buffer, in: layout.readout)
        ChartDrawing(figure: figure, layout: layout, palette: palette, zoneBeside: zoneBeside).draw(into: &buffer)
    }

    /// Puts the crosshair where the user clicked.
    /// - Parameter eye: what a click on the eye does.
    /// - Returns: whether the click did something.
    func clicked(_ point: Point, eye: () -> Void) -> Bool {
        if eyeArea.contains(point) {
            eye()
            return true
        }
        if let interval = interval(at: point) {
            chart.intervalChosen(interval)
            return true
        }
        return pointed(point)
    }

    /// The pointer moved with its button down, and the crosshair follows.
    /// - Returns: false if there is no crosshair, or the pointer is outside the chart.
    func dragged(_ point: Point) -> Bool { chart.crosshair != nil && pointed(point) }

    /// The alert whose line is at a point.
    func alert(at point: Point) -> AlertID? {
        guard layout.plot.contains(point) else { return nil }
        return figure?.levels.last { $0.isInside && $0.row == point.y - layout.plot.y }?.alert
    }

    /// The round limit at a point, in the currency of the alert that is moving. Above and below the plot, it is that of
    /// the nearest row.
    func limit(at point: Point) -> ExactDecimal? {
        guard let scale = figure?.scale else { return nil }
        let value = scale.value(ofRow: max(0, min(layout.plot.height - 1, point.y - layout.plot.y)))
        let shown = LimitStep(on: scale, near: value)?.nearest(to: value)
        return shown.flatMap { chart.alerts.moving?.limit($0, on: chart.money) }
    }

    /// The limit this many steps above that of an alert, in its currency.
    func limit(_ steps: Int, from alert: ChartAlert) -> ExactDecimal? {
        guard let scale = figure?.scale else { return nil }
        let value = alert.value(on: chart.money)
        return LimitStep(on: scale, near: value)?.value(steps, from: value).flatMap { alert.limit($0, on: chart.money) }
    }

    /// In the plot, moves the crosshair to the candle and the value; below the plot, to the candle only.
    private func pointed(_ point: Point) -> Bool {
        let plot = layout.plot
        let all = Rect(x: plot.x, y: plot.y, width: plot.width, height: layout.times.bottom - plot.y)
        guard all.contains(point) else { return false }
        let row = point.y - plot.y
        let value = row < plot.height ? figure?.scale.value(ofRow: row) : nil
        let range = chart.range(columns: plot.width)
        let places = BarPlaces(width: plot.width, pitch: chart.settings.window.pitch, count: range.count)
        let index = places.index(at: point.x - plot.x)
        chart.candlePointed(index.map { range.lowerBound + $0 }, value: value)
        return true
    }
}

// MARK: Words
extension ChartPane {
    /// Draws the intervals on the left and the source on the right. If the readout has no row of its own, it is drawn
    /// here.
    private func drawStrip(into buffer: inout Buffer) {
        if layout.readout.isEmpty, chart.crosshair != nil { return drawReadout(into: &buffer, in: layout.strip) }
        let eyeArea = eyeArea
        buffer.draw(Line(Self.eye, Theme.link), in: eyeArea)
        let strip = layout.strip.inset(right: eyeArea.isEmpty ? 0 : eyeArea.width + 2)
        let left = showsIntervals(in: strip.width) ? intervals : Line(chart.interval.rawValue, Theme.title) + scaleName
        let room = max(0, strip.width - left.columnCount - 2)
        // The age gives way to the intervals and to the eye.
        let provenance = chart.provenance.text.columnCount <= room ? chart.provenance : chart.shortProvenance
        let right = Line(provenance.text, provenance.tone.style).truncated(toColumns: room)
        StatusBar(left: left, right: right).draw(into: &buffer, in: strip)
    }

    /// The label that opens the coin's page when it is clicked, as a key does.
    private static let eye = "◉ about"

    /// The eye's place on the right of the strip, if there is room for it beside the strip's own words.
    private var eyeArea: Rect {
        let needed = intervals.columnCount + chart.shortProvenance.text.columnCount + Self.eye.columnCount + 4
        let isReadout = layout.readout.isEmpty && chart.crosshair != nil
        if !hasEye || isReadout || needed > layout.strip.width { return .zero }
        var strip = layout.strip
        return strip.removeRight(Self.eye.columnCount)
    }

    private var intervals: Line {
        Line(
            CandleInterval.allCases.flatMap { interval in
                let style = interval == chart.interval ? Theme.title.underline : Theme.muted
                return [Span(interval.rawValue, style), Span(Self.intervalGap)]
            }
        ) + scaleName
    }

    /// The name of a scale that the prices beside it do not make plain.
    private var scaleName: Line { figure?.scaleName.map { Line(" " + $0, Theme.title) } ?? Line() }

    private static let intervalGap = "  "

    /// Whether all intervals fit beside the source.
    private func showsIntervals(in width: Int) -> Bool {
        intervals.columnCount + chart.shortProvenance.text.columnCount + 2 <= width
    }

    /// The interval that a click hits.
    private func interval(at point: Point) -> CandleInterval? {
        let isReadout = layout.readout.isEmpty && chart.crosshair != nil
        guard layout.strip.contains(point), !isReadout, showsIntervals(in: layout.strip.width) else { return nil }
        var end = layout.strip.x
        return CandleInterval.allCases.first { interval in
            let start = end
            end += interval.rawValue.count + Self.intervalGap.count
            return (start..<end - Self.intervalGap.count).contains(point.x)
        }
    }

    private func drawReadout(into buffer: inout Buffer, in row: Rect) {
        guard let readout = chart.readout(columns: layout.plot.width) else { return }
        buffer.draw(
            ReadoutLine(readout: readout, charset: buffer.charset, palette: palette).line(columns: row.width),
            in: row
        )
    }

    private func drawAbsence(into buffer: inout Buffer, in area: Rect) {
        let words = chart.absence
        var lines = words.prefix(1).map { Line($0) } + words.dropFirst().map { Line($0, Theme.muted) }
        if let source = chart.helpfulSource, let key = tabs.keys.chart.name(of: .otherSource) {
            let offer = " " + Absence.otherSource(source.title).text
            lines.append(Line([Span(key, Theme.title), Span(offer, Theme.muted)]))
        }
        Message(lines).draw(into: &buffer, in: area.inset(horizontal: 1))
    }

    /// Draws the price in a room that is too small for candles.
    private func drawPrice(into buffer: inout Buffer, in area: Rect) {
        let words = Absence.tooSmallForChart.text
        guard let readout = chart.readout(), area.height > 1 else {
            return Message([Line(words, Theme.muted)]).draw(into: &buffer, in: area)
        }
        let line = ReadoutLine(readout: readout, charset: buffer.charset, palette: palette).line(columns: area.width)
        Message([line, Line(words, Theme.muted)]).draw(into: &buffer, in: area)
    }
}

/// The figures of one candle in a row. If there is no room for all of them, those that the chart shows anyway go first.
struct ReadoutLine {
    let readout: CandleReadout
    let charset: Charset
    let palette: MarketPalette

    func line(columns: Int) -> Line {
        let candidates = [
            [time, prices("  "), change, volumeInCoins], [time, prices("  "), change, volume],
            [time, prices(" "), change, volume], [time, prices(" "), change],
            [time, lastPrice, change], [lastPrice, change], [lastPrice(columns)],
        ]
        let lines = candidates.map { parts in
            Line(Array(parts.filter { !$0.isEmpty }.joined(separator: [Span("  ")])))
        }
        return lines.first { $0.columnCount <= columns } ?? lines[lines.count - 1]
    }

    private var style: Style { .foreground(readout.isUp ? palette.up : palette.down) }
    private var time: [Span] { [Span(readout.time + (readout.money.map { "  " + $0 } ?? ""), Theme.muted)] }
    private func prices(_ gap: String) -> [Span] {
        Array(readout.prices.map { [Span($0.label + " ", Theme.muted), figure($0)] }.joined(separator: [Span(gap)]))
    }
    private var lastPrice: [Span] { lastPrice(.max) }
    private func lastPrice(_ columns: Int) -> [Span] {
        readout.prices.last.map { [Span($0.value.text(charset, columns: columns), style)] } ?? []
    }
    private var change: [Span] { readout.change.map { [Span($0.withArrow, style)] } ?? [] }
    private var volume: [Span] { readout.volume.map { [Span("Vol ", Theme.muted), Span($0)] } ?? [] }

    /// Lists show volumes in dollars, so the unit is named here.
    private var volumeInCoins: [Span] { volume.isEmpty ? [] : volume + [Span(" " + readout.unit, Theme.muted)] }

    private func figure(_ field: CandleReadout.Field) -> Span { Span(field.value.text(charset), style) }
}
