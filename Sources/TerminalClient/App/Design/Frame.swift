internal import TerminalKit

/// Divides a screen. As the terminal gets smaller, the least important parts go first, until one row of the body is
/// left.
struct Frame {
    let header: Rect
    /// The row between header and body: the filter, or empty.
    let toolbar: Rect
    let body: Rect
    let status: Rect
    let hints: Rect

    /// - Parameters:
    ///   - needsToolbar: whether the toolbar holds something, so that it must be there at any size.
    ///   - airMin: the height from which there is room for empty rows.
    init(_ size: Size, needsToolbar: Bool = false, airMin: Int = 16) {
        var rest = Rect(size)
        header = rest.removeTop(size.height >= 7 ? 1 : 0)
        hints = rest.removeBottom(size.height >= 10 ? 1 : 0)
        status = rest.removeBottom(size.height >= 3 ? 1 : 0)
        let hasToolbar = size.height >= airMin || (needsToolbar && size.height >= 4)
        toolbar = rest.removeTop(hasToolbar ? 1 : 0)
        body = rest
    }
}

/// The top of a screen that is not a tab: the product's name and where the user is.
struct TitleBar {
    let title: String
    var note = ""
    /// How old the figures below are, in words of falling length. They matter more than the note.
    var ages: [Line] = []

    func draw(into buffer: inout Buffer, in area: Rect) {
        let left = Line([Span(area.width < 40 ? "" : "tickwire  ", Theme.product), Span(title, Theme.keyCap)])
        let inner = area.inset(horizontal: 1)
        buffer.fill(area, style: Theme.bar)
        StatusBar(left: left, right: right(columns: inner.width - left.columnCount - 2), style: Theme.bar)
            .draw(into: &buffer, in: inner)
    }

    private func right(columns: Int) -> Line {
        let note = Line(note, Theme.barMuted)
        guard let shortest = ages.last else { return note }
        let lines = ages.map { $0 + Line("  ") + note } + ages
        return lines.first { $0.columnCount <= columns } ?? shortest
    }
}

/// The bottom of every screen: the status line above the keys that matter now.
@MainActor
struct FooterView {
    /// Nil on screens that have no connection.
    let status: StatusViewModel?
    let keys: StatusKeys
    let hints: [KeyHint]

    func draw(into buffer: inout Buffer, in frame: Frame) {
        if let status {
            StatusLine(status: status, keys: keys).draw(into: &buffer, in: frame.status, above: frame.body)
        }
        buffer.fill(frame.hints, style: Theme.bar)
        KeyHints(hints, keyStyle: Theme.keyCap, style: Theme.barMuted)
            .draw(into: &buffer, in: frame.hints.inset(horizontal: 1))
    }
}
