internal import TerminalKit

/// How a screen is divided: what is least needed goes first as the terminal gets smaller, down to a single row of the body.
struct Frame {
    let header: Rect
    /// Between header and body: the filter, or air.
    let toolbar: Rect
    let body: Rect
    let status: Rect
    let hints: Rect

    /// - Parameters:
    ///   - needsToolbar: whether the toolbar holds something, and so must be there at any size.
    ///   - airMin: from which height on there is room for air.
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
