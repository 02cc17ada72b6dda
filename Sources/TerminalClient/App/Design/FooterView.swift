internal import TerminalKit

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
