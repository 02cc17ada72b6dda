internal import TerminalKit

/// The mark in front of the selected row. It shows the selection without colors.
enum SelectionMark {
    static func draw(into buffer: inout Buffer, at place: Point) {
        buffer.draw(buffer.charset == .ascii ? ">" : "▌", at: place, style: Theme.link.over(Theme.selection))
    }
}
