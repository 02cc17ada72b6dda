internal import TerminalKit

/// The commands of the holdings screen.
enum HoldingsCommand: String, CaseIterable, RowsScreenCommands {
    case up, down, pageUp, pageDown, first, last, open, add, hide, back, refresh, help, quit

    var needsRow: Bool { [.open, .add, .hide].contains(self) }
}

extension KeyMap where Command == HoldingsCommand {
    static let holdings = KeyMap(
        Binding.rows + [
            Binding([Key(.enter)], .open, "the coin's transactions", hint: "transactions"),
            Binding(["a"], .add, "add a transaction of the coin", hint: "add"),
            Binding(["x"], .hide, "hide or show amounts", hint: "hide amounts"),
            Binding([Key(.escape), "H"], .back, "back", hint: "back"),
            Binding(["r", .control("l")], .refresh, "redraw; if offline, connect now"),
            Binding(["?", Key(.function(1))], .help, "this help", hint: "help"),
            Binding(["q", .control("c")], .quit, "quit", hint: "quit"),
        ]
    )
}
