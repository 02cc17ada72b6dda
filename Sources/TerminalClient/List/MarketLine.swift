internal import TerminalKit

/// A row that sums up the whole market. If there is too little room, it leaves out words first and figures next.
struct MarketLine {
    let summary: MarketSummary
    let palette: MarketPalette

    /// The forms from the longest to the shortest.
    private enum Form: CaseIterable {
        case words, figures, few, least
    }

    func draw(into buffer: inout Buffer, in area: Rect) {
        guard !area.isEmpty else { return }
        let row = area.inset(horizontal: 1)
        for form in Form.allCases {
            let line = line(form)
            if line.columnCount <= row.width { return buffer.draw(line, in: row) }
        }
    }

    private func line(_ form: Form) -> Line {
        let isLong = form == .words || form == .figures
        var parts = [figure(isLong ? "Market cap" : "Cap", summary.marketCap)]
        if isLong { parts.append(figure("24 h volume", summary.volume)) }
        if form != .least {
            if let share = summary.bitcoinShare { parts.append(figure(isLong ? "Bitcoin" : "BTC", share)) }
            let (up, down) = form == .words ? (" rising", " falling") : ("", "")
            parts.append([Span("▲ " + summary.rising, .foreground(palette.up)), Span(up, Theme.muted)])
            parts.append([Span("▼ " + summary.falling, .foreground(palette.down)), Span(down, Theme.muted)])
        }
        return Line(Array(parts.joined(separator: [Span("   ")])))
    }

    private func figure(_ label: String, _ text: String) -> [Span] { [Span(label + " ", Theme.muted), Span(text)] }
}
