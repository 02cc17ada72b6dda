internal import TerminalKit

/// One coin's chart on the whole screen.
struct ChartView: View {
    let viewModel: ChartViewModel

    var help: [HelpSection] { [KeyMap.chart.help("In a chart"), KeyMap.fullChart.help("On the whole screen")] }

    func draw(into buffer: inout Buffer) -> Cursor? {
        let frame = Frame(buffer.size)
        CoinBar(row: viewModel.row, symbol: viewModel.chart.symbol).draw(into: &buffer, in: frame.header)
        pane.draw(into: &buffer, in: area(in: frame))
        FooterView(status: viewModel.status, hints: hints).draw(into: &buffer, in: frame)
        return nil
    }

    func handle(_ event: InputEvent, in size: Size) -> Bool {
        let area = area(in: Frame(size))
        if case .mouse(let mouse) = event { return handle(mouse, in: area) }
        let columns = pane.columns(in: area)
        if let command = KeyMap.chart.command(for: event) {
            viewModel.chart.perform(command, columns: columns)
        } else if let command = KeyMap.fullChart.command(for: event) {
            perform(command, columns: columns)
        } else {
            return false
        }
        return true
    }

    /// The way back first, the chart's own keys before what is as everywhere.
    private var hints: [KeyHint] {
        let others = KeyMap.fullChart.hints
        return others.prefix(1) + KeyMap.chart.hints + others.dropFirst()
    }

    private var pane: ChartPane { ChartPane(chart: viewModel.chart) }
    private func area(in frame: Frame) -> Rect { frame.body.inset(horizontal: frame.body.width < 50 ? 0 : 1) }

    private func perform(_ command: FullChartCommand, columns: Int) {
        switch command {
        case .pageOlder: viewModel.chart.paged(by: -1, columns: columns)
        case .pageNewer: viewModel.chart.paged(by: 1, columns: columns)
        case .oldest: viewModel.chart.oldestRequested(columns: columns)
        case .newest: viewModel.chart.newestRequested(columns: columns)
        case .favorite: viewModel.favoriteToggled()
        case .detail: viewModel.detailRequested()
        case .retry: viewModel.retryRequested()
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
        case .press(.left): return pane.clicked(mouse.position, in: area)
        default: return false
        }
        return true
    }
}
