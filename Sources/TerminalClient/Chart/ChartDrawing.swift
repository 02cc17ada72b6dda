internal import TerminalKit

/// Draws the parts of a chart in their places.
struct ChartDrawing {
    let figure: ChartFigure
    let layout: ChartLayout
    let palette: MarketPalette
    /// The time zone that is named beside the chart. The axis does not repeat it.
    var zoneBeside: String?

    func draw(into buffer: inout Buffer) {
        if figure.hasGrid { drawGrid(into: &buffer) }
        drawLastPrice(into: &buffer)
        drawLevels(into: &buffer)
        drawLines(figure.lines, on: figure.scale, into: &buffer, in: layout.plot)
        if !figure.isComparison {
            CandleChart(
                bars: figure.bars,
                pitch: figure.pitch,
                scale: figure.scale,
                rising: .foreground(palette.up),
                falling: .foreground(palette.down)
            ).draw(into: &buffer, in: layout.plot)
        }
        let marks = figure.extremes.compactMap { draw($0, into: &buffer) }
        drawLevelNames(besides: marks, into: &buffer)
        drawVolumes(into: &buffer)
        for place in layout.panes {
            if let pane = figure.panes[place.part] { draw(pane, into: &buffer, in: place) }
        }
        drawLegend(into: &buffer)
        drawTimes(into: &buffer)
        drawPrices(into: &buffer)
        drawCrosshair(into: &buffer)
    }

    private var places: BarPlaces {
        BarPlaces(width: layout.plot.width, pitch: figure.pitch, count: figure.bars.count)
    }

    /// The column in the middle of a candle.
    private func column(_ index: Int) -> Int { layout.plot.x + places.middle(of: index) }

    private func style(_ isUp: Bool) -> Style { .foreground(isUp ? palette.up : palette.down) }

    private func style(_ ink: ChartInk) -> Style {
        switch ink {
        case .first: Theme.link
        case .second: Theme.warning
        case .third: style(true)
        case .fourth: style(false)
        case .plain: Theme.plain
        case .faint: Theme.muted
        }
    }
}

// MARK: Alerts
extension ChartDrawing {
    /// Draws the lines of alerts through the cells between candles.
    private func drawLevels(into buffer: inout Buffer) {
        let line: Character = buffer.blocks == .ascii ? "-" : "─"
        for level in figure.levels where level.isInside {
            buffer.fill(layout.plot.row(level.row), with: line, style: style(of: level))
        }
    }

    /// Names the lines at the left end, side by side where they share a row.
    /// - Parameter marks: the places of the highest and the lowest price, which names leave free if there is room.
    private func drawLevelNames(besides marks: [Rect], into buffer: inout Buffer) {
        var names: [Rect] = []
        for level in figure.levels {
            let row = layout.plot.row(level.row)
            let text = " \(level.text) "
            let start = Rect(x: row.x + 1, y: row.y, width: text.columnCount, height: row.height)
            let places = [Self.place(after: names + marks, from: start), Self.place(after: names, from: start)]
            guard let area = places.first(where: { $0.right <= row.right }) else { continue }
            buffer.draw(Line(text, level.isMoving ? Theme.selection : Theme.warning), in: area)
            names.append(area)
        }
    }

    /// The first place to the right of `start`, or `start` itself, that is free.
    private static func place(after taken: [Rect], from start: Rect) -> Rect {
        var place = start
        while let other = taken.first(where: { !$0.intersection(place).isEmpty }) {
            place = Rect(x: other.right + 1, y: place.y, width: place.width, height: place.height)
        }
        return place
    }

    private func style(of level: ChartFigure.Level) -> Style { level.isMoving ? Theme.warning.bold : Theme.warning }
}

// MARK: Axes
extension ChartDrawing {
    /// Draws dots at the round prices and times, below everything else. The crosshair's lines replace those of the
    /// grid.
    private func drawGrid(into buffer: inout Buffer) {
        let style = Theme.muted.dim
        for tick in figure.priceTicks where tick.row != figure.crosshair?.level.row {
            guard let row = tick.row else { continue }
            let area = layout.plot.row(row)
            for x in stride(from: area.right - 1, through: area.x, by: -Self.dotsApart) {
                buffer.fill(Rect(x: x, y: area.y, width: 1, height: area.height), with: "·", style: style)
            }
        }
        for tick in figure.timeTicks where tick.index != figure.crosshair?.index {
            for area in [layout.plot, layout.volumes] + layout.panes.map(\.plot) {
                for y in stride(from: area.y, to: area.bottom, by: Self.rowsApart) {
                    buffer.fill(Rect(x: column(tick.index), y: y, width: 1, height: 1), with: "·", style: style)
                }
            }
        }
    }

    // At this distance, a grid costs few bytes and hides nothing.
    private static let dotsApart = 4
    private static let rowsApart = 2

    private func drawPrices(into buffer: inout Buffer) {
        guard !layout.prices.isEmpty else { return }
        for tick in figure.priceTicks { draw(tick, Theme.muted, into: &buffer) }
        if let last = figure.last { draw(last, style(last.isUp).reverse, into: &buffer) }
        for line in figure.lines {
            if let end = line.end { draw(end, style(line.ink), into: &buffer) }
        }
        if let highest = figure.volumeMax, !layout.volumes.isEmpty {
            let area = Rect(x: layout.prices.x, y: layout.volumes.y, width: layout.prices.width, height: 1)
            let room = area.inset(left: 1)
            // Without its name, the figure would look like a price.
            let words = ["Vol \(highest)", "V \(highest)"].first { $0.columnCount <= room.width }
            buffer.draw(Line(words ?? "", Theme.muted), in: room)
        }
    }

    private func draw(_ mark: ChartFigure.Mark, _ style: Style, into buffer: inout Buffer) {
        guard let row = mark.row else { return }
        let area = layout.prices.row(row).inset(left: 1)
        // A longer price may be there already.
        buffer.fill(area, style: Theme.plain)
        buffer.draw(Line(mark.text.text(buffer.charset)), in: area, style: style)
    }

    /// Draws a line through the cells between candles, so that the eye finds the last price.
    private func drawLastPrice(into buffer: inout Buffer) {
        guard let last = figure.last, let row = last.row else { return }
        let line: Character = buffer.blocks == .ascii ? "-" : "╌"
        buffer.fill(layout.plot.row(row), with: line, style: style(last.isUp).dim)
    }

    private func drawTimes(into buffer: inout Buffer) {
        guard !layout.times.isEmpty else { return }
        let mark = buffer.charset == .ascii ? "'" : "╵"
        for tick in figure.timeTicks {
            let area = Rect(x: column(tick.index), y: layout.times.y, width: 1 + tick.text.columnCount, height: 1)
            let isFree = timeLabel.map { area.intersection($0).isEmpty } ?? true
            guard isFree, area.right <= layout.times.right else { continue }
            buffer.draw(mark + tick.text, at: area.origin, style: Theme.muted)
        }
        if figure.zone != zoneBeside { buffer.draw(Line(figure.zone, Theme.muted), in: layout.zone.inset(left: 1)) }
    }

    private func drawVolumes(into buffer: inout Buffer) {
        let bars = zip(figure.volumes, figure.bars).map { volume, bar in
            ColumnChart.Bar(value: volume, style: style(bar.isUp).dim)
        }
        ColumnChart(bars: bars, pitch: figure.pitch).draw(into: &buffer, in: layout.volumes)
    }

    /// Stands beside the candle, on the side where it hides less.
    /// - Returns: its place; nil if there is no room.
    private func draw(_ extreme: ChartFigure.Extreme, into buffer: inout Buffer) -> Rect? {
        guard let row = extreme.mark.row, places.start(of: extreme.index) >= 0 else { return nil }
        let plot = layout.plot.row(row)
        let text = extreme.mark.text.text(buffer.charset)
        let width = text.columnCount + 3
        let x = column(extreme.index)
        let half = places.bodyWidth / 2
        let right = Rect(x: x + half + 1, y: plot.y, width: width, height: 1)
        let left = Rect(x: x - half - width, y: plot.y, width: width, height: 1)
        let candidates = [(right, "◂ \(text) "), (left, " \(text) ▸")].filter { area, _ in
            area.x >= plot.x && area.right <= plot.right
        }
        let best = candidates.min { hidden(in: $0.0, buffer) < hidden(in: $1.0, buffer) }
        guard let (area, words) = best else { return nil }
        buffer.draw(Line(words, Theme.plain), in: area)
        return area
    }

    private func hidden(in area: Rect, _ buffer: Buffer) -> Int {
        (area.x..<area.right).count {
            buffer[$0, area.y].style != Theme.muted.dim && buffer[$0, area.y].glyph != .space
        }
    }
}

// MARK: Lines
extension ChartDrawing {
    private func drawLines(
        _ lines: [ChartFigure.Line],
        on scale: ValueScale,
        into buffer: inout Buffer,
        in area: Rect
    ) {
        let drawn = lines.map { LineChart.Line(values: $0.values, style: style($0.ink)) }
        // The first line belongs to the chart's own coin, so it is drawn over the others.
        LineChart(lines: drawn.reversed(), pitch: figure.pitch, scale: scale).draw(into: &buffer, in: area)
    }

    private func draw(_ pane: ChartFigure.Pane, into buffer: inout Buffer, in place: ChartLayout.Pane) {
        buffer.fill(place.title, with: "─", style: Theme.muted.dim)
        let name = Line([Span(pane.name + " ", Theme.muted)] + figures(of: pane.lines, buffer.charset))
        buffer.draw(name, in: place.title)
        for guide in pane.guides {
            guard let row = guide.row else { continue }
            let area = place.plot.row(row)
            for x in stride(from: area.right - 1, through: area.x, by: -Self.dotsApart) {
                buffer.fill(Rect(x: x, y: area.y, width: 1, height: 1), with: "·", style: Theme.muted)
            }
            buffer.draw(Line(guide.text.text(buffer.charset), Theme.muted), in: place.axis.row(row).inset(left: 1))
        }
        if !pane.columns.isEmpty {
            let bars = pane.columns.map { ColumnChart.Bar(value: $0, style: style(($0 ?? 0) >= 0).dim) }
            ColumnChart(bars: bars, pitch: figure.pitch, scale: pane.scale).draw(into: &buffer, in: place.plot)
        }
        drawLines(pane.lines, on: pane.scale, into: &buffer, in: place.plot)
    }

    /// Draws the name of each line, and its value at the candle of the readout.
    private func drawLegend(into buffer: inout Buffer) {
        guard !layout.legend.isEmpty else { return }
        buffer.draw(Line(figures(of: figure.lines, buffer.charset)), in: layout.legend)
    }

    private func figures(of lines: [ChartFigure.Line], _ charset: Charset) -> [Span] {
        lines.flatMap { line in
            let name = line.name.isEmpty ? "" : line.name + " "
            return [Span("\(name)\(line.told?.text(charset) ?? "–")", style(line.ink)), Span("  ")]
        }
    }
}

// MARK: Crosshair
extension ChartDrawing {
    private func drawCrosshair(into buffer: inout Buffer) {
        guard let crosshair = figure.crosshair else { return }
        if let row = crosshair.level.row {
            draw(layout.plot.row(row), "╌", into: &buffer)
        }
        let panes = [layout.volumes] + layout.panes.map(\.plot)
        for area in [layout.plot] + panes {
            draw(Rect(x: column(crosshair.index), y: area.y, width: 1, height: area.height), "┊", into: &buffer)
        }
        draw(crosshair.level, Theme.selection, into: &buffer)
        guard let label = timeLabel else { return }
        buffer.fill(label, style: Theme.selection)
        buffer.draw(Line(crosshair.time), in: label.inset(horizontal: 1), style: Theme.selection)
    }

    /// The place for the crosshair's time, over the round times.
    private var timeLabel: Rect? {
        guard let crosshair = figure.crosshair, !layout.times.isEmpty else { return nil }
        let width = min(crosshair.time.columnCount + 2, layout.times.width)
        let start = max(layout.times.x, min(column(crosshair.index) - width / 2, layout.times.right - width))
        return Rect(x: start, y: layout.times.y, width: width, height: 1)
    }

    /// Draws a line through the free cells, on a background along its whole length. It is visible with colors and
    /// without.
    private func draw(_ line: Rect, _ stroke: Character, into buffer: inout Buffer) {
        for y in line.y..<line.bottom {
            for x in line.x..<line.right where buffer[x, y].glyph == .space {
                buffer.fill(Rect(x: x, y: y, width: 1, height: 1), with: stroke, style: Theme.muted)
            }
        }
        buffer.restyle(line) { $0.background = Theme.ruler }
    }
}
