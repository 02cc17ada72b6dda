/// The style in which the terminal writes. It finds the fewest bytes to change it.
struct Pen {
    private let colors: ColorTable
    /// In the terminal's own colors; nil if unknown, as at the start.
    private var current: Style?
    /// In the view's colors: a style that certainly equals `current` in the terminal's colors.
    private var taken: Style?

    init(colors: ColorTable) { self.colors = colors }

    mutating func forget() { (current, taken) = (nil, nil) }

    /// Whether blanks have the terminal's own background.
    var hasTerminalGround: Bool { current?.background == .terminalDefault }
    var paintsPage: Bool { colors.paintsPage }

    func hasBackground(of cell: Cell) -> Bool { current?.background == colors.shown(cell.style).background }

    /// Whether a cell can be written without changing the pen. On a blank only the background is visible.
    func suits(_ cell: Cell) -> Bool {
        guard let current else { return false }
        // This is the most frequent case, because cells of the same text are neighbors.
        if cell.style == taken { return true }
        return reduced(cell.style, onto: current, isBlank: cell.isBlank) == current
    }

    /// Changes the pen to suit a cell. `links` has the addresses behind links.
    mutating func take(_ cell: Cell, to bytes: inout [UInt8], links: [String]) {
        if cell.style == taken { return }
        let wanted = reduced(cell.style, onto: current ?? .plain, isBlank: cell.isBlank)
        if !cell.isBlank { taken = cell.style }
        guard wanted != current else { return }
        if cell.isBlank { taken = nil }
        if wanted.link != current?.link ?? .none { bytes += ControlSequence.hyperlink(wanted.link.address(in: links)) }
        bytes += Self.transition(from: current, to: wanted)
        current = wanted
    }

    /// Ends an open link, which would otherwise catch the user's clicks anywhere.
    mutating func closeLink(to bytes: inout [UInt8]) {
        guard let style = current, style.link != .none else { return }
        bytes += ControlSequence.hyperlink(nil)
        current = style.linked(to: .none)
        taken = nil
    }

    /// The style as this terminal can show it. A blank keeps the present ink, which saves a change of color.
    private func reduced(_ style: Style, onto current: Style, isBlank: Bool) -> Style {
        var reduced = colors.shown(style)
        if isBlank {
            reduced.foreground = current.foreground
            reduced.attributes = current.attributes.subtracting([.underline, .reverse])
        }
        return reduced
    }

    private static func transition(from current: Style?, to wanted: Style) -> [UInt8] {
        let fresh = SelectGraphic.changes(from: .plain, to: wanted)
        guard let current else { return SelectGraphic.sequence(fresh, isFresh: true) }
        let changes = SelectGraphic.changes(from: current, to: wanted)
        guard !changes.isEmpty else { return [] }
        let isFresh = changes.count > fresh.count + (fresh.isEmpty ? 0 : 1)
        return SelectGraphic.sequence(isFresh ? fresh : changes, isFresh: isFresh)
    }
}
