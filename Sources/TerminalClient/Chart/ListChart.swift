internal import Shared
internal import TerminalKit

/// The open chart of a screen: below the row of its coin, or beside the rows.
@MainActor
struct ListChart {
    let tabs: TabsViewModel
    /// Whether the chart offers the coin's page.
    var hasEye = true

    private var isBeside: Bool { tabs.pane.isShown }
    private var chart: CoinChart? { isBeside ? tabs.pane.chart : tabs.open.chart }

    /// Makes the chart's plan. Call it before the chart is drawn, and before it takes input.
    func prepare(in area: Rect?) { if let area { pane(in: area)?.prepare(in: inner(area)) } }

    /// Draws the chart below its row.
    func draw(into buffer: inout Buffer, in gap: Rect?) {
        guard let gap, let pane = pane(in: gap) else { return }
        if gap.width >= Self.widthWithEdge {
            let edge: Character = buffer.blocks == .ascii ? "|" : "▏"
            buffer.fill(Rect(x: gap.x, y: gap.y, width: 1, height: gap.height), with: edge, style: Theme.link)
        }
        pane.draw(into: &buffer)
    }

    /// - Parameter area: nil or empty if no chart is visible.
    /// - Returns: whether the event was for the chart. Beside the list, the chart may not be there yet.
    func handle(_ event: InputEvent, in area: Rect?) -> Bool {
        guard let area, !area.isEmpty, let action = tabs.keys.chart.action(for: event) else { return false }
        guard let pane = pane(in: area) else { return isBeside }
        action.perform(on: pane.chart, columns: pane.columns, tabs: tabs) { tabs.exits.take(.choice($0)) }
        return true
    }

    /// - Returns: whether the click hit something in the chart.
    func clicked(_ point: Point, in area: Rect?) -> Bool {
        guard let pane = pane(in: area) else { return false }
        return pane.clicked(point) { tabs.detailRequested(of: pane.chart.coin) }
    }

    /// - Returns: whether the crosshair followed the pointer.
    func dragged(_ point: Point, in area: Rect?) -> Bool {
        pane(in: area)?.dragged(point) == true
    }

    /// Zooms the chart under the pointer, as on the whole screen.
    /// - Returns: false if there is no chart under the pointer.
    func wheelTurned(_ mouse: Mouse, in area: Rect?) -> Bool {
        guard let area, area.contains(mouse.position), let rows = mouse.wheelRows, let pane = pane(in: area)
        else { return false }
        pane.chart.zoomed(by: -rows.signum(), columns: pane.columns)
        return true
    }

    /// The hints that matter now: those of the list, or those of the visible chart with the way back to the list. A
    /// screen with a chart beside the list has room for both.
    /// - Parameters:
    ///   - back: what the way back does in the list; nil if nothing is open there.
    ///   - selected: the coin that the keys act on.
    func hints(_ list: [KeyHint], back: String?, in area: Rect?, selected: CoinID) -> [KeyHint] {
        let keys = tabs.keys
        if isBeside {
            let own = keys.coin.hint(.expand, "larger") + list + keys.chart.hints
            return keys.hintsOnTabs(around: own, back: chart?.crosshair == nil ? back : "back")
        }
        guard let chart, let area, !area.isEmpty else {
            return keys.hintsOnTabs(around: keys.coin.hints + list, back: back)
        }
        let coin = chart.coin == selected ? keys.coin.hint(.expand, "larger") : keys.coin.hints
        return keys.hintsOnTabs(around: coin + keys.chart.hints, back: "back")
    }

    /// A chart below a row has little room, so it is small.
    /// - Returns: nil if no chart is visible.
    private func pane(in area: Rect?) -> ChartPane? {
        guard let chart, let area, !area.isEmpty else { return nil }
        return ChartPane(chart: chart, tabs: tabs, isSmall: !isBeside, hasEye: hasEye)
    }

    private static let widthWithEdge = 44

    /// Below a row, the chart has an edge if there is room for one.
    private func inner(_ area: Rect) -> Rect {
        area.inset(left: !isBeside && area.width >= Self.widthWithEdge ? 2 : 0)
    }
}
