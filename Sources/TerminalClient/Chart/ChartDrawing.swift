internal import TerminalKit

/// Puts the parts of a chart into their places.
struct ChartDrawing {
    let figure: ChartFigure
    let layout: ChartLayout
    let palette: MarketPalette

    func draw(into buffer: inout Buffer) {
        drawLastPrice(into: &buffer)
        CandleChart(
            bars: figure.bars,
            pitch: figure.pitch,
            scale: figure.scale,
            rising: .foreground(palette.up),
            falling: .foreground(palette.down)
        ).draw(into: &buffer, in: layout.plot)
        drawVolumes(into: &buffer)
        drawTimes(into: &buffer)
        drawPrices(into: &buffer)
        drawCrosshair(into: &buffer)
    }

    private var places: BarPlaces {
        BarPlaces(width: layout.plot.width, pitch: figure.pitch, count: figure.bars.count)
    }

    private func style(_ isUp: Bool) -> Style { .foreground(isUp ? palette.up : palette.down) }
}

// MARK: Axes
extension ChartDrawing {
    private func drawPrices(into buffer: inout Buffer) {
        guard !layout.prices.isEmpty else { return }
        for tick in figure.priceTicks { draw(tick, Theme.muted, into: &buffer) }
        if let last = figure.last { draw(last, style(last.isUp).reverse, into: &buffer) }
        if let highest = figure.volumeMax, !layout.volumes.isEmpty {
            let area = Rect(x: layout.prices.x, y: layout.volumes.y, width: layout.prices.width, height: 1)
            let room = area.inset(left: 1)
            // Without a word for it the figure would be read as a price.
            let words = ["Vol \(highest)", "V \(highest)"].first { $0.columnCount <= room.width }
            buffer.draw(Line(words ?? "", Theme.muted), in: room)
        }
    }

    private func draw(_ mark: ChartFigure.Mark, _ style: Style, into buffer: inout Buffer) {
        guard let row = mark.row else { return }
        let area = layout.prices.row(row).inset(left: 1)
        buffer.draw(Line(mark.text.text(buffer.charset)), in: area, style: style)
    }

    /// A line through all that the candles leave free, so that the eye finds the last price.
    private func drawLastPrice(into buffer: inout Buffer) {
        guard let last = figure.last, let row = last.row else { return }
        let line: Character = buffer.blocks == .ascii ? "-" : "╌"
        buffer.fill(layout.plot.row(row), with: line, style: style(last.isUp).dim)
    }

    private func drawTimes(into buffer: inout Buffer) {
        guard !layout.times.isEmpty else { return }
        let mark = buffer.charset == .ascii ? "'" : "╵"
        for tick in figure.timeTicks {
            let x = layout.plot.x + places.middle(of: tick.index)
            let area = Rect(x: x, y: layout.times.y, width: 1 + tick.text.columnCount, height: 1)
            let isFree = timeLabel.map { area.intersection($0).isEmpty } ?? true
            guard isFree, area.right <= layout.times.right else { continue }
            buffer.draw(mark + tick.text, at: area.origin, style: Theme.muted)
        }
        buffer.draw(Line(figure.zone, Theme.muted), in: layout.zone.inset(left: 1))
    }

    private func drawVolumes(into buffer: inout Buffer) {
        let bars = zip(figure.volumes, figure.bars).map { volume, bar in
            ColumnChart.Bar(value: volume, style: style(bar.isUp).dim)
        }
        ColumnChart(bars: bars, pitch: figure.pitch).draw(into: &buffer, in: layout.volumes)
    }
}

// MARK: Crosshair
extension ChartDrawing {
    private func drawCrosshair(into buffer: inout Buffer) {
        guard let crosshair = figure.crosshair else { return }
        let x = layout.plot.x + places.middle(of: crosshair.index)
        drawRuler(x, into: &buffer)
        draw(crosshair.close, Theme.selection, into: &buffer)
        guard let label = timeLabel else { return }
        buffer.fill(label, style: Theme.selection)
        buffer.draw(Line(crosshair.time), in: label.inset(horizontal: 1), style: Theme.selection)
    }

    /// Where the crosshair's time stands, over the round times.
    private var timeLabel: Rect? {
        guard let crosshair = figure.crosshair, !layout.times.isEmpty else { return nil }
        let width = min(crosshair.time.columnCount + 2, layout.times.width)
        let middle = layout.plot.x + places.middle(of: crosshair.index)
        let start = max(layout.times.x, min(middle - width / 2, layout.times.right - width))
        return Rect(x: start, y: layout.times.y, width: width, height: 1)
    }

    /// A line where the column is free, and a ground of its own all the way: it shows with colours and without.
    private func drawRuler(_ x: Int, into buffer: inout Buffer) {
        let column = Rect(x: x, y: layout.plot.y, width: 1, height: layout.plot.height + layout.volumes.height)
        for y in column.y..<column.bottom where buffer[x, y].glyph == .space {
            buffer.fill(Rect(x: x, y: y, width: 1, height: 1), with: "┊", style: Theme.muted)
        }
        buffer.restyle(column) { $0.background = Theme.ruler }
    }
}
