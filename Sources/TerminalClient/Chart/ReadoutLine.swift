internal import TerminalKit

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
