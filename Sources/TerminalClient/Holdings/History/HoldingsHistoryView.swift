internal import Shared
internal import TerminalKit

/// Draws the value of all holdings over time: a line from the first transaction to now.
struct HoldingsHistoryView {
    private static let axisWidth = 9
    static let heightMin = 7

    /// Nil while prices are still to come.
    let history: HoldingsHistory?
    /// The present value in the currency of the chart; nil if it is not known.
    let now: Double?
    let money: ShownCurrency
    let remarks: [HistoryRemark]
    let hidesAmounts: Bool
    /// The days are those of the UTC calendar.
    let today: CivilDate

    func draw(into buffer: inout Buffer, in area: Rect) {
        guard area.height >= Self.heightMin, area.width >= 30 else { return }
        var rest = area.inset(horizontal: 1)
        drawTitle(into: &buffer, in: rest.removeTop(1))
        guard let history, let first = history.first else { return }
        var times = rest.removeBottom(1)
        var axis = rest.removeRight(Self.axisWidth)
        _ = times.removeRight(Self.axisWidth)
        let values = values(history, columns: rest.width)
        let known = values.compactMap(\.self)
        guard let lowest = known.min(), let highest = known.max() else { return }
        let scale = ValueScale(from: lowest, to: highest, rows: rest.height, margin: 0.04)
        let line = LineChart.Line(values: values, style: Theme.link)
        LineChart(lines: [line], pitch: max(1, rest.width / values.count), scale: scale).draw(into: &buffer, in: rest)
        _ = axis.removeLeft(1)
        drawAxis(scale, into: &buffer, in: axis)
        drawTimes(from: first, columns: values.count * max(1, rest.width / values.count), into: &buffer, in: times)
    }

    private func drawTitle(into buffer: inout Buffer, in row: Rect) {
        let title = HistoryTitle(in: money.name, remarks, room: row.width)
        let left = Line([Span(HistoryTitle.subject, Theme.title), Span(title.detail, Theme.muted)])
        StatusBar(left: left, right: Line(title.remarks, Theme.muted)).draw(into: &buffer, in: row)
    }

    /// One value for each column, the newest on the right. Of several days in one column, the last one counts.
    private func values(_ history: HoldingsHistory, columns: Int) -> [Double?] {
        let days = history.values.map { $0.map { money.amount($0.approximate) } } + [now]
        guard days.count > columns, columns > 1 else { return days }
        return (0..<columns).map { days[$0 * (days.count - 1) / (columns - 1)] }
    }

    private func drawAxis(_ scale: ValueScale, into buffer: inout Buffer, in area: Rect) {
        if hidesAmounts { return }
        var used: Set<Int> = []
        for tick in scale.ticks(countMax: max(2, area.height / 2)) {
            guard let row = scale.row(of: tick.value), used.insert(row).inserted else { continue }
            buffer.draw(Line(ShortAmount.fine(tick.value), Theme.muted), in: area.row(row))
        }
    }

    private func drawTimes(from first: CivilDate, columns: Int, into buffer: inout Buffer, in row: Rect) {
        let (start, end) = ("\(first)", "\(today)")
        let place = row.inset(left: max(0, row.width - columns))
        guard place.width > start.count + end.count + 1 else {
            return buffer.draw(Line(end, Theme.muted), in: row, alignment: .right)
        }
        buffer.draw(Line(start, Theme.muted), in: place)
        buffer.draw(Line(end, Theme.muted), in: place, alignment: .right)
    }
}
