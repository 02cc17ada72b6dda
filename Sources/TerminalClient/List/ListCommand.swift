internal import TerminalKit

/// What can be asked for on every list of coins.
enum ListCommand: String, CaseIterable, Sendable {
    case up, down, pageUp, pageDown, first, last, filter, sort, flip
    case byRank, byName, byPrice, byDay, byHour, byWeek, byVolume, byMarketCap

    /// The column that the list is sorted by then.
    var column: QuoteColumn? {
        switch self {
        case .byRank: .rank
        case .byName: .coinName
        case .byPrice: .price
        case .byDay: .dayChange
        case .byHour: .hourChange
        case .byWeek: .weekChange
        case .byVolume: .volume
        case .byMarketCap: .marketCap
        case .up, .down, .pageUp, .pageDown, .first, .last, .filter, .sort, .flip: nil
        }
    }
}

extension KeyMap where Command == ListCommand {
    static let list = KeyMap([
        Binding([Key(.up), "k"], .up, "up"),
        Binding([Key(.down), "j"], .down, "down"),
        Binding([Key(.pageUp), .control("b")], .pageUp, "a page up"),
        Binding([Key(.pageDown), .control("f")], .pageDown, "a page down"),
        Binding([Key(.home), "g"], .first, "to the top"),
        Binding([Key(.end), "G"], .last, "to the end"),
        Binding(["/"], .filter, "filter by name or symbol", hint: "filter"),
        Binding(["s"], .sort, "sort by the next column", hint: "sort"),
        Binding(["S"], .flip, "sort the other way round"),
        Binding(["#"], .byRank, "sort by rank"),
        Binding(["n"], .byName, "sort by name"),
        Binding(["p"], .byPrice, "sort by price"),
        Binding(["d"], .byDay, "sort by the change in 24 h"),
        Binding(["u"], .byHour, "sort by the change in 1 h"),
        Binding(["w"], .byWeek, "sort by the change in 7 d"),
        Binding(["v"], .byVolume, "sort by volume"),
        Binding(["m"], .byMarketCap, "sort by market cap"),
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
