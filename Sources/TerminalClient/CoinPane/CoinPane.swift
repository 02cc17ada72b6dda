internal import TerminalKit

/// The selected coin beside the rows of a screen: its name and price, its chart, its facts, and as much of its description
/// as fits.
@MainActor
struct CoinPane {
    let tabs: TabsViewModel
    let layout: CoinPaneLayout
    /// Whether the screen leads to the coin's page.
    var hasEye = true
    /// The time zone that a title of the rows names.
    var zoneBeside: String?

    func draw(into buffer: inout Buffer) {
        guard layout.hasPane else { return }
        buffer.fill(layout.edge, with: buffer.blocks == .ascii ? "|" : "▏", style: Theme.muted)
        let content = tabs.pane.content
        guard let row = content.row else { return }
        CoinBar(row: row, symbol: row.symbol, palette: tabs.local.settings.palette, tabs: tabs)
            .draw(into: &buffer, in: layout.title)
        if let chart = tabs.pane.chart {
            ChartPane(chart: chart, tabs: tabs, hasEye: hasEye, zoneBeside: zoneBeside).draw(into: &buffer)
        }
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

/// How rows share the screen with the pane beside them. If there is no room for a pane, the rows have the whole screen.
struct CoinPaneLayout: Equatable, Sendable {
    private static let screenMin = Size(width: 160, height: 8)
    /// A list of coins of this width shows all of its columns and most names whole. Only the pane uses further columns.
    static let listWidthMax = 160
    /// The pane has the columns that the rows do not use, and at least these: a chart of twenty candles below all
    /// intervals and the source. The narrowest screen then leaves a list of coins the columns that it has on a screen
    /// without a pane, up to that of seven days. On wider screens, the list first gets its last columns.
    private static let paneWidthMin = 56

    let list: Rect
    /// The line between rows and pane. Without a pane, this and the other parts are nil or empty.
    let edge: Rect
    let title: Rect
    let chart: Rect?
    /// The part for facts and text.
    let page: Rect

    /// - Parameters:
    ///   - body: the screen without header and footer.
    ///   - listWidthMax: how many columns the rows can use.
    init(_ body: Rect, listWidthMax: Int = Self.listWidthMax) {
        guard body.width >= Self.screenMin.width, body.height >= Self.screenMin.height else {
            list = body
            (edge, title, chart, page) = (.zero, .zero, nil, .zero)
            return
        }
        var rest = body
        list = rest.removeLeft(min(listWidthMax, body.width - Self.paneWidthMin))
        edge = rest.removeLeft(1)
        title = rest.removeTop(1)
        var pane = rest.inset(horizontal: 1)
        chart = pane.removeTop(max(7, pane.height * 3 / 5))
        _ = pane.removeTop(1)
        page = pane
    }

    var hasPane: Bool { chart != nil }
    /// The part of the screen beside the rows.
    var pane: Rect { Rect(x: edge.x, y: edge.y, width: edge.width + title.width, height: edge.height) }
}
