internal import TerminalKit

/// The selected coin beside a list: its name and price, its chart, its facts, and as much of its description as fits.
@MainActor
struct CoinPane {
    let tabs: TabsViewModel
    let layout: CoinPaneLayout

    func draw(into buffer: inout Buffer) {
        guard let area = layout.chart else { return }
        buffer.fill(layout.edge, with: buffer.blocks == .ascii ? "|" : "▏", style: Theme.muted)
        let content = tabs.pane.content
        guard let row = content.row else { return }
        CoinBar(row: row, symbol: row.symbol, palette: tabs.local.settings.palette, tabs: tabs)
            .draw(into: &buffer, in: layout.title)
        if let chart = tabs.pane.chart { ChartPane(chart: chart, tabs: tabs).draw(into: &buffer, in: area) }
        draw(DetailPage(content.facts, content.paragraphs, size: layout.page.size), into: &buffer)
    }

    private func draw(_ page: DetailPage, into buffer: inout Buffer) {
        for (y, row) in page.left.prefix(layout.page.height).enumerated() {
            buffer.draw(row.line, in: layout.page.row(y))
        }
        let right = layout.page.inset(left: page.rightStart)
        for (y, row) in page.right.prefix(right.height).enumerated() { buffer.draw(row.line, in: right.row(y)) }
    }
}
