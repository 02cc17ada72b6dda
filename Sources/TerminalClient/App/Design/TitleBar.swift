internal import TerminalKit

/// The top of a screen that is not a tab: the product's name and where the user is.
struct TitleBar {
    let title: String
    var note = ""

    func draw(into buffer: inout Buffer, in area: Rect) {
        let left = Line([Span(area.width < 40 ? "" : "tickwire  ", Theme.product), Span(title, Theme.keyCap)])
        buffer.fill(area, style: Theme.bar)
        StatusBar(left: left, right: Line(note, Theme.barMuted), style: Theme.bar)
            .draw(into: &buffer, in: area.inset(horizontal: 1))
    }
}
