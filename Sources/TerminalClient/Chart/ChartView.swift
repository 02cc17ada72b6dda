internal import TerminalKit

/// One coin's chart on the whole screen.
struct ChartView: TabsScreenView {
    let viewModel: ChartViewModel

    var help: [HelpSection] { [keys.chart.help("In a chart"), keys.fullChart.help("On the whole screen")] }
    private var palette: MarketPalette { viewModel.tabs.local.settings.palette }

    func draw(into buffer: inout Buffer) -> Cursor? {
        let frame = Frame(buffer.size)
        CoinBar(row: viewModel.row, symbol: viewModel.chart.symbol, palette: palette, tabs: viewModel.tabs)
            .draw(into: &buffer, in: frame.header)
        pane.draw(into: &buffer, in: area(in: frame))
        let statusKeys = keys.fullChart.statusKeys(seen: .back, retry: .refresh)
        FooterView(status: viewModel.tabs.status, keys: statusKeys, hints: hints).draw(into: &buffer, in: frame)
        return nil
    }

    func shown(images: [UInt32]) { viewModel.tabs.icons.shown(images) }

    func handle(_ event: InputEvent, in size: Size) -> Bool {
        let area = area(in: Frame(size))
        if case .mouse(let mouse) = event { return handle(mouse, in: area) }
        let columns = pane.columns(in: area)
        if let command = keys.chart.command(for: event) {
            viewModel.chart.perform(command, columns: columns, tabs: viewModel.tabs)
        } else if let command = keys.fullChart.command(for: event) {
            perform(command, columns: columns)
        } else {
            return false
        }
        return true
    }

    /// The way back first, the chart's own keys before what is as everywhere.
    private var hints: [KeyHint] {
        let others = keys.fullChart.hints
        return others.prefix(1) + keys.chart.hints + others.dropFirst()
    }

    private var pane: ChartPane { ChartPane(chart: viewModel.chart, tabs: viewModel.tabs) }
    private func area(in frame: Frame) -> Rect { frame.body.inset(horizontal: frame.body.width < 30 ? 0 : 1) }

    private func perform(_ command: FullChartCommand, columns: Int) {
        switch command {
        case .pageOlder: viewModel.chart.paged(by: -1, columns: columns)
        case .pageNewer: viewModel.chart.paged(by: 1, columns: columns)
        case .oldest: viewModel.chart.oldestRequested()
        case .newest: viewModel.chart.newestRequested(columns: columns)
        case .favorite: viewModel.favoriteToggled()
        case .undo: viewModel.undoRequested()
        case .detail: viewModel.detailRequested()
        case .copy: viewModel.priceRequested()
        case .copyLink: viewModel.linkRequested()
        case .refresh: viewModel.refreshRequested()
        case .back: viewModel.backPressed()
        case .help: viewModel.helpRequested()
        case .quit: viewModel.quitRequested()
        }
    }

    /// The wheel zooms, a click puts the crosshair on a candle.
    private func handle(_ mouse: Mouse, in area: Rect) -> Bool {
        switch mouse.kind {
        case .scrollUp: viewModel.chart.zoomed(by: 1, columns: pane.columns(in: area))
        case .scrollDown: viewModel.chart.zoomed(by: -1, columns: pane.columns(in: area))
        case .press(.left): return pane.clicked(mouse.position, in: area, eye: viewModel.detailRequested)
        default: return false
        }
        return true
    }
}
