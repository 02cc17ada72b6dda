internal import TerminalKit

/// One coin's chart on the whole screen.
struct ChartView: TabsScreenView {
    let viewModel: ChartViewModel

    var help: [HelpSection] {
        [
            keys.chart.help("In a chart"), keys.chartParts.help("Shown or hidden"),
            helpSection("On the whole screen", keys.fullChart), movingKeys.help,
        ]
    }
    var entryKeys: EntryKeys? { viewModel.chart.alerts.isMoving ? movingKeys : nil }
    private var movingKeys: EntryKeys { EntryKeys("Moving an alert", keys.chartAlert) }
    private var palette: MarketPalette { viewModel.tabs.local.settings.palette }

    func prepare(for size: Size) {
        viewModel.tabs.status.refresh()
        viewModel.refresh()
        pane.prepare(in: area(in: Frame(size)))
    }

    func draw(into buffer: inout Buffer) -> Cursor? {
        let frame = Frame(buffer.size)
        CoinBar(row: viewModel.row, symbol: viewModel.chart.symbol, palette: palette, tabs: viewModel.tabs)
            .draw(into: &buffer, in: frame.header)
        pane.draw(into: &buffer)
        drawFooter(hints, into: &buffer, in: frame)
        return nil
    }

    func shown(images: [UInt32]) { viewModel.tabs.icons.shown(images) }

    func handle(_ event: InputEvent, in size: Size) -> Bool {
        if case .mouse(let mouse) = event { return handle(mouse) }
        if viewModel.chart.alerts.isMoving { return handleInMove(event) }
        let columns = pane.columns
        if let action = keys.chart.action(for: event) {
            let (chart, tabs) = (viewModel.chart, viewModel.tabs)
            action.perform(on: chart, columns: columns, tabs: tabs, choose: viewModel.choiceRequested)
        } else if let part = keys.chartParts.action(for: event) {
            viewModel.partToggled(part) { pane.hasRoom(for: part, in: area(in: Frame(size))) }
        } else if let action = keys.fullChart.action(for: event) {
            perform(action, columns: columns)
        } else {
            return handleOnScreen(event)
        }
        return true
    }

    private var hints: [KeyHint] { entryKeys?.hints ?? screenHints(around: keys.chart.hints + keys.fullChart.hints) }

    private var pane: ChartPane { ChartPane(chart: viewModel.chart, tabs: viewModel.tabs) }
    private func area(in frame: Frame) -> Rect { frame.body.inset(horizontal: frame.body.width < 30 ? 0 : 1) }
}

// MARK: Input
extension ChartView {
    private func perform(_ action: FullChartAction, columns: Int) {
        switch action {
        case .pageOlder: viewModel.chart.paged(by: -1, columns: columns)
        case .pageNewer: viewModel.chart.paged(by: 1, columns: columns)
        case .oldest: viewModel.chart.oldestRequested()
        case .newest: viewModel.chart.newestRequested(columns: columns)
        case .logScale: viewModel.scaleToggled(.log)
        case .percentScale: viewModel.scaleToggled(.percent)
        case .compare: viewModel.comparisonRequested()
        case .compareLess: viewModel.lastComparedRemoved()
        case .alert: viewModel.alertRequested()
        case .moveAlert: viewModel.alertMoveRequested()
        case .favorite: viewModel.favoriteToggled()
        case .lists: viewModel.listsRequested()
        case .detail: viewModel.detailRequested()
        case .copy: viewModel.priceRequested()
        case .close: viewModel.backPressed()
        }
    }

    private func handleInMove(_ event: InputEvent) -> Bool {
        guard let action = keys.chartAlert.action(for: event) else { return handleOnScreen(event) }
        switch action {
        case .keep: viewModel.alertMoveKept()
        case .cancel: viewModel.alertMoveCancelled()
        case .up: moveAlert(by: 1)
        case .down: moveAlert(by: -1)
        case .farUp: moveAlert(by: 10)
        case .farDown: moveAlert(by: -10)
        case .next: viewModel.alertMoveRequested()
        }
        return true
    }

    private func moveAlert(by steps: Int) {
        guard let alert = viewModel.chart.alerts.moving else { return }
        viewModel.alertMoved(to: pane.limit(steps, from: alert))
    }

    /// Dragging moves the line until the button is released. A click on a line that does not move it is a click on the
    /// chart.
    /// - Returns: nil if the mouse does not move a line.
    private func moveAlert(with mouse: Mouse) -> Bool? {
        let alerts = viewModel.chart.alerts
        switch mouse.kind {
        case .press(.left) where !alerts.isMoving:
            guard let alert = pane.alert(at: mouse.position) else { return nil }
            alerts.grabbed(alert)
        case .press(.left), .moved(.left):
            guard alerts.isMoving else { return nil }
            viewModel.alertMoved(to: pane.limit(at: mouse.position))
        case .release(.left):
            guard alerts.isMoving else { return nil }
            if !viewModel.alertMoveKept() { return pane.clicked(mouse.position) {} }
        default: return nil
        }
        return true
    }

    /// The wheel zooms. A click puts the crosshair on a candle, and dragging moves it.
    private func handle(_ mouse: Mouse) -> Bool {
        if let isOfUse = moveAlert(with: mouse) { return isOfUse }
        switch mouse.kind {
        case .scrollUp: viewModel.chart.zoomed(by: 1, columns: pane.columns)
        case .scrollDown: viewModel.chart.zoomed(by: -1, columns: pane.columns)
        case .press(.left): return pane.clicked(mouse.position, eye: viewModel.detailRequested)
        case .moved(.left): return pane.dragged(mouse.position)
        default: return false
        }
        return true
    }
}
