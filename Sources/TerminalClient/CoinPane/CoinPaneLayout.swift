internal import TerminalKit

/// How a list shares the screen with the pane beside it. Where there is no room for a pane, the list has all of it.
struct CoinPaneLayout: Equatable, Sendable {
    private static let screenMin = Size(width: 160, height: 8)
    /// A list of this width has room for all of its columns, and for names as long as most are. Only then does the pane grow.
    private static let listWidthMax = 160
    /// In less room, candles are too few to be of use.
    private static let paneWidthMin = 62

    let list: Rect
    /// The line between the list and the pane; like the rest, nil or empty where there is no pane.
    let edge: Rect
    let title: Rect
    let chart: Rect?
    /// For facts and text.
    let page: Rect

    /// - Parameter body: what header and footer leave of the screen.
    init(_ body: Rect) {
        guard body.width >= Self.screenMin.width, body.height >= Self.screenMin.height else {
            list = body
            (edge, title, chart, page) = (.zero, .zero, nil, .zero)
            return
        }
        var rest = body
        list = rest.removeLeft(min(Self.listWidthMax, body.width - Self.paneWidthMin))
        edge = rest.removeLeft(1)
        title = rest.removeTop(1)
        var pane = rest.inset(horizontal: 1)
        chart = pane.removeTop(max(7, pane.height * 3 / 5))
        _ = pane.removeTop(1)
        page = pane
    }

    var hasPane: Bool { chart != nil }
    /// The part of the screen beside the list.
    var pane: Rect { Rect(x: edge.x, y: edge.y, width: edge.width + title.width, height: edge.height) }
}
