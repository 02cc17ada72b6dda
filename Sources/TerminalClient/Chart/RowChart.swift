internal import Shared
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
        chart.perform(command, columns: ChartPane(chart: chart, tabs: tabs).columns(in: inner(gap)), tabs: tabs)
        return true
    }

    /// - Returns: whether something was clicked that the chart has a use for.
    func clicked(_ point: Point, in gap: Rect?) -> Bool {
        guard let chart = tabs.open.chart, let gap else { return false }
        return ChartPane(chart: chart, tabs: tabs).clicked(point, in: inner(gap)) {
            tabs.detailRequested(of: chart.coin)
        }
    }

    /// Zooms the chart under the pointer, as on the whole screen.
    /// - Returns: false if no chart is under the pointer.
    func wheelTurned(_ mouse: Mouse, in gap: Rect?) -> Bool {
        guard let chart = tabs.open.chart, let gap, gap.contains(mouse.position), let rows = mouse.wheelRows
        else { return false }
        let columns = ChartPane(chart: chart, tabs: tabs).columns(in: inner(gap))
        chart.zoomed(by: -rows.signum(), columns: columns)
        return true
    }

    /// The keys that matter now: those of the list, or of the chart that is in sight in it, with the way back from there.
    /// - Parameter selected: the coin that keys are about.
    func hints(_ list: [KeyHint], in gap: Rect?, selected: CoinID?) -> [KeyHint] {
        let keys = tabs.keys
        guard let chart = tabs.open.chart, let gap, !gap.isEmpty else {
            return keys.coin.hints + list + keys.tabs.hints
        }
        let first = chart.coin == selected ? keys.coin.hint(.expand, "larger") : keys.coin.hints
        return first + keys.tabs.hint(.dismiss, "back") + keys.chart.hints + keys.tabs.hints
    }

    private static let widthWithEdge = 44

    private func inner(_ gap: Rect) -> Rect { gap.inset(left: gap.width >= Self.widthWithEdge ? 2 : 0) }
}
