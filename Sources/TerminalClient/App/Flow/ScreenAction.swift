internal import TerminalKit

/// What screens do alike. The keys of these actions come after a screen's own keys.
enum ScreenAction: String, CaseIterable, Sendable {
    case undo, copyLink, back, refresh, help, quit
}

extension KeyMap where Action == ScreenAction {
    static let screen = KeyMap([
        // The latest change that this terminal has made, on whatever screen it was.
        Binding(["z"], .undo, "undo the latest change"),
        Binding(["Y"], .copyLink, "copy a link to what is shown"),
        Binding([Key(.escape)], .back, "close what is open, or go back", hint: "back"),
        Binding(["r", .control("l")], .refresh, "redraw, or ask again; if offline, connect now", hint: "ask again"),
        Binding(["?", Key(.function(1))], .help, "this help", hint: "help"),
        Binding(["q", .control("c")], .quit, "quit", hint: "quit"),
    ])

    /// What a screen without a connection does, too.
    var basic: KeyMap { KeyMap(bindings.filter { $0.action == .help || $0.action == .quit }) }

    /// The keys that neither type nor edit. What the user types is closed by a key of its own.
    var whileTyping: KeyMap {
        KeyMap(without(.back).bindings.map { $0.with(keys: $0.keys.filter { TextEdit(.key($0)) == nil }) })
    }
}
