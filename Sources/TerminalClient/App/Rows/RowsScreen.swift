internal import TerminalKit

/// The actions that move the selection of a list.
protocol RowActions: Hashable, Sendable {
    static var up: Self { get }
    static var down: Self { get }
    static var pageUp: Self { get }
    static var pageDown: Self { get }
    static var first: Self { get }
    static var last: Self { get }
}

extension RowActions {
    /// Whether the action moves the selection, so that it does nothing in an empty list.
    var movesSelection: Bool { [Self.up, .down, .pageUp, .pageDown, .first, .last].contains(self) }
}

/// The actions of a screen that is a list of rows.
protocol RowsScreenActions: Hashable, Sendable {
    /// Whether the action is about the rows or the selected one, so that it does nothing in an empty list.
    var needsRow: Bool { get }
}

extension KeyMap.Binding where Action: RowActions {
    /// The keys that move the selection.
    static var rows: [Self] {
        [
            Self([Key(.up), "k"], .up, "up"),
            Self([Key(.down), "j"], .down, "down"),
            Self([Key(.pageUp), .control("b")], .pageUp, "a page up"),
            Self([Key(.pageDown), .control("f")], .pageDown, "a page down"),
            Self([Key(.home), "g"], .first, "to the top"),
            Self([Key(.end), "G"], .last, "to the end"),
        ]
    }
}
