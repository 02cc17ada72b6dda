internal import Shared
internal import TerminalKit

/// Shows facts, links and text in one column that scrolls, or in two if there is room.
struct DetailView: TabsScreenView {
    /// Everything that the rows of the page depend on.
    private struct PageInputs: Equatable {
        /// How often the content was made.
        var content: Int
        var link: Int
        var width: Int
    }

    let viewModel: DetailViewModel
    /// The view keeps the rows, because they depend on the width and are made of TerminalKit's lines.
    private let derived = Derived<PageInputs, DetailPage>(DetailPage([], [], size: Size(width: 0, height: 0)))

    init(viewModel: DetailViewModel) { self.viewModel = viewModel }

    /// As of the last frame or input.
    private var page: DetailPage { derived.value }
    /// How often the rows of the page were made.
    var makings: Int { derived.makings }

    var help: [HelpSection] { [helpSection("About a coin", keys.detail)] }
    private var palette: MarketPalette { viewModel.tabs.local.settings.palette }
    private var hints: [KeyHint] { screenHints(around: viewModel.content.links.isEmpty ? [] : keys.detail.hints) }

    func prepare(for size: Size) {
        viewModel.tabs.status.refresh()
        viewModel.refresh()
        // One column stays free for the scrollbar, or as a margin.
        let width = max(0, area(in: Frame(size)).width - 1)
        let inputs = PageInputs(content: viewModel.makings, link: viewModel.selectedLink, width: width)
        derived.follow(inputs) { DetailPage(viewModel, width: width) }
    }

    func draw(into buffer: inout Buffer) -> Cursor? {
        let (frame, content) = (Frame(buffer.size), viewModel.content)
        CoinBar(row: content.row, symbol: content.symbol, palette: palette, tabs: viewModel.tabs)
            .draw(into: &buffer, in: frame.header)
        drawPage(into: &buffer, in: area(in: frame))
        drawFooter(hints, into: &buffer, in: frame)
        return nil
    }

    func shown(images: [UInt32]) { viewModel.tabs.icons.shown(images) }

    func handle(_ event: InputEvent, in size: Size) -> Bool {
        let area = area(in: Frame(size))
        if case .mouse(let mouse) = event { return handle(mouse, in: area) }
        guard let action = keys.detail.action(for: event) else { return handleOnScreen(event) }
        perform(action, in: area)
        return true
    }

    private func area(in frame: Frame) -> Rect { frame.body.inset(horizontal: frame.body.width < 30 ? 0 : 2) }
}

// MARK: Drawing
extension DetailView {
    private func drawPage(into buffer: inout Buffer, in area: Rect) {
        let page = page
        let offset = offset(of: page, in: area)
        draw(page.left.dropFirst(offset), into: &buffer, in: area)
        draw(page.right.dropFirst(offset), into: &buffer, in: area.inset(left: page.rightStart))
        let right = min(area.right + 1, buffer.size.width)
        Scrollbar(offset: offset, visible: area.height, total: page.rowCount, style: Theme.muted)
            .draw(into: &buffer, in: Rect(x: area.x, y: area.y, width: right - area.x, height: area.height))
    }

    private func draw(_ rows: ArraySlice<DetailPage.Row>, into buffer: inout Buffer, in area: Rect) {
        let links = viewModel.content.links
        for (index, row) in rows.prefix(area.height).enumerated() {
            var line = row.line
            if let number = row.link, links.indices.contains(number), let last = line.spans.indices.last {
                let link = buffer.link(to: links[number].address.text)
                line.spans[last].style = line.spans[last].style.linked(to: link)
            }
            buffer.draw(line, in: area.row(index))
        }
    }

    private func offsetMax(_ page: DetailPage, _ area: Rect) -> Int { max(0, page.rowCount - area.height) }

    /// The first visible row. After a window has grown, it may be above the scroll position.
    private func offset(of page: DetailPage, in area: Rect) -> Int { min(viewModel.offset, offsetMax(page, area)) }
}

// MARK: Input
extension DetailView {
    private func perform(_ action: DetailAction, in area: Rect) {
        switch action {
        case .up: scroll(by: -1, in: area)
        case .down: scroll(by: 1, in: area)
        case .pageUp: scroll(by: -max(1, area.height - 1), in: area)
        case .pageDown: scroll(by: max(1, area.height - 1), in: area)
        case .first: scroll(by: -viewModel.offset, in: area)
        case .last: scroll(by: .max / 2, in: area)
        case .nextLink: selectLink(by: 1, in: area)
        case .previousLink: selectLink(by: -1, in: area)
        case .open: viewModel.linkOpened()
        case .copy: viewModel.addressRequested()
        }
    }

    private func scroll(by rows: Int, in area: Rect) {
        viewModel.scrolled(by: rows, offsetMax: offsetMax(page, area))
    }

    /// Selects another link and scrolls to it. If the selected link is out of sight, it first scrolls back to that one.
    private func selectLink(by steps: Int, in area: Rect) {
        let page = page
        if isSelectedLinkSeen(on: page, in: area) { viewModel.linkSelected(by: steps) }
        guard let rows = page.rows(ofLink: viewModel.selectedLink) else { return }
        let below = rows.upperBound + 1 - viewModel.offset - area.height
        if below > 0 { scroll(by: below, in: area) }
        let above = viewModel.offset - (rows.lowerBound - 1)
        if above > 0 { scroll(by: -above, in: area) }
    }

    /// Whether the link is visible with its title, which is the row above its address.
    private func isSelectedLinkSeen(on page: DetailPage, in area: Rect) -> Bool {
        guard let rows = page.rows(ofLink: viewModel.selectedLink) else { return false }
        let first = offset(of: page, in: area)
        return (first...first + max(0, area.height - 1)).overlaps(rows.lowerBound - 1...rows.upperBound)
    }

    private func handle(_ mouse: Mouse, in area: Rect) -> Bool {
        switch mouse.kind {
        case .scrollUp: scroll(by: -3, in: area)
        case .scrollDown: scroll(by: 3, in: area)
        case .press(.left): return clicked(mouse.position, in: area)
        default: return false
        }
        return true
    }

    /// Opens the link at a click. The terminal does not open links by itself while the program receives the clicks.
    private func clicked(_ point: Point, in area: Rect) -> Bool {
        let page = page
        let column = page.right.isEmpty ? area : Rect(x: area.x, y: area.y, width: page.rightStart, height: area.height)
        let offset = offset(of: page, in: area)
        guard column.contains(point), let link = page.link(atRow: point.y - area.y + offset) else { return false }
        viewModel.linkClicked(link)
        return true
    }
}

/// The actions of a coin's page.
enum DetailAction: String, CaseIterable, Sendable {
    case up, down, pageUp, pageDown, first, last, nextLink, previousLink, open, copy
}

extension KeyMap where Action == DetailAction {
    static let detail = KeyMap([
        Binding([Key(.up), "k"], .up, "up"),
        Binding([Key(.down), "j"], .down, "down"),
        Binding([Key(.pageUp), .control("b")], .pageUp, "a page up"),
        Binding([Key(.pageDown), .control("f"), " "], .pageDown, "a page down"),
        Binding([Key(.home), "g"], .first, "to the top"),
        Binding([Key(.end), "G"], .last, "to the end"),
        Binding([Key(.enter), "o"], .open, "open the link in a browser", hint: "open"),
        Binding([Key(.tab)], .nextLink, "the next link", hint: "next link"),
        Binding([Key(.tab, .shift)], .previousLink, "the previous link"),
        Binding(["y"], .copy, "copy the link", hint: "copy"),
    ])
}
