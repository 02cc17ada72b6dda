internal import TerminalKit

/// The commands of the holdings screen.
enum HoldingsCommand: String, CaseIterable, Sendable {
    case up, down, pageUp, pageDown, first, last, hide, back, refresh, help, quit
}

extension KeyMap where Command == HoldingsCommand {
    static let holdings = KeyMap([
        Binding([Key(.up), "k"], .up, "up"),
        Binding([Key(.down), "j"], .down, "down"),
        Binding([Key(.pageUp), .control("b")], .pageUp, "a page up"),
        Binding([Key(.pageDown), .control("f")], .pageDown, "a page down"),
        Binding([Key(.home), "g"], .first, "to the top"),
        Binding([Key(.end), "G"], .last, "to the end"),
        Binding(["x"], .hide, "hide or show amounts", hint: "hide amounts"),
        Binding([Key(.escape), "H"], .back, "back", hint: "back"),
        Binding(["r", .control("l")], .refresh, "redraw; if offline, connect now"),
        Binding(["?", Key(.function(1))], .help, "this help", hint: "help"),
        Binding(["q", .control("c")], .quit, "quit", hint: "quit"),
    ])
}
