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
