internal import TerminalKit

/// The open chart as a list shows it: in the room below the row of its coin.
@MainActor
struct RowChart {
    let tabs: TabsViewModel

    func draw(into buffer: inout Buffer, in gap: Rect?) {
        guard let chart = tabs.open.chart, let gap, !gap.isEmpty else { return }
        if gap.width >= Self.widthWithEdge {
            let edge: Character = buffer.blocks == .ascii ? "|" : "▏"
            buffer.fill(Rect(x: gap.x, y: gap.y, width: 1, height: gap.height), with: edge, style: Theme.link)
        }
        ChartPane(chart: chart, tabs: tabs).draw(into: &buffer, in: inner(gap))
    }

    /// - Returns: whether the event was one for the chart, which must be in sight for that.
    func handle(_ event: InputEvent, in gap: Rect?) -> Bool {
        guard let chart = tabs.open.chart, let gap, !gap.isEmpty else { return false }
        guard let command = tabs.keys.chart.command(for: event) else { return false }
        chart.perform(command, columns: ChartPane(chart: chart, tabs: tabs).columns(in: inner(gap)))
        return true
    }

    /// - Returns: whether something was clicked that the chart has a use for.
    func clicked(_ point: Point, in gap: Rect?) -> Bool {
        guard let chart = tabs.open.chart, let gap else { return false }
        return ChartPane(chart: chart, tabs: tabs).clicked(point, in: inner(gap)) {
            tabs.detailRequested(of: chart.coin)
        }
    }

    /// The keys that matter now: those of the list, or of the chart that is in sight in it.
    func hints(_ list: [KeyHint], in gap: Rect?) -> [KeyHint] {
        let isSeen = tabs.open.chart != nil && gap.map { !$0.isEmpty } ?? false
        return tabs.keys.coin.hints + (isSeen ? tabs.keys.chart.hints : list) + tabs.keys.tabs.hints
    }

    private static let widthWithEdge = 44

    private func inner(_ gap: Rect) -> Rect { gap.inset(left: gap.width >= Self.widthWithEdge ? 2 : 0) }
}
