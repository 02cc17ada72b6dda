internal import TerminalKit

/// What can be asked for on the list of prices.
enum PricesCommand: String, CaseIterable, Sendable {
    case up, down, pageUp, pageDown, first, last, nextSection, previousSection, favorite, filter, sort, flip
}

extension KeyMap where Command == PricesCommand {
    static let prices = KeyMap([
        Binding([Key(.up), "k"], .up, "up"),
        Binding([Key(.down), "j"], .down, "down"),
        Binding([Key(.pageUp), .control("b")], .pageUp, "a page up"),
        Binding([Key(.pageDown), .control("f")], .pageDown, "a page down"),
        Binding([Key(.home), "g"], .first, "to the top"),
        Binding([Key(.end), "G"], .last, "to the end"),
        Binding(["}"], .nextSection, "a section down"),
        Binding(["{"], .previousSection, "a section up"),
        Binding([" ", "f"], .favorite, "favorite or not", hint: "favorite"),
        Binding(["/"], .filter, "filter by name or symbol", hint: "filter"),
        Binding(["s"], .sort, "sort by the next column", hint: "sort"),
        Binding(["S"], .flip, "sort the other way round"),
    ])
}

/// What keys do besides typing while the filter has the focus.
enum FilterCommand: String, CaseIterable, Sendable {
    case keep, clear, up, down, pageUp, pageDown, quit
}

extension KeyMap where Command == FilterCommand {
    static let filter = KeyMap([
        Binding([Key(.enter)], .keep, "keep the filter", hint: "keep"),
        Binding([Key(.escape)], .clear, "clear the filter", hint: "clear"),
        Binding([Key(.up)], .up, "up", hint: "select"),
        Binding([Key(.down)], .down, "down", hint: "select"),
        Binding([Key(.pageUp)], .pageUp, "a page up"),
        Binding([Key(.pageDown)], .pageDown, "a page down"),
        Binding([.control("c")], .quit, "quit"),
    ])
}
