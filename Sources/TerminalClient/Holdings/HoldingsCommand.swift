internal import TerminalKit

/// The commands of the holdings screen.
enum HoldingsCommand: String, CaseIterable, RowCommands {
    case up, down, pageUp, pageDown, first, last, hide, back, refresh, help, quit

    var needsRow: Bool { self == .hide }
}

extension KeyMap where Command == HoldingsCommand {
    static let holdings = KeyMap(
        Binding.rows + [
            Binding(["x"], .hide, "hide or show amounts", hint: "hide amounts"),
            Binding([Key(.escape), "H"], .back, "back", hint: "back"),
            Binding(["r", .control("l")], .refresh, "redraw; if offline, connect now"),
            Binding(["?", Key(.function(1))], .help, "this help", hint: "help"),
            Binding(["q", .control("c")], .quit, "quit", hint: "quit"),
        ]
    )
}
