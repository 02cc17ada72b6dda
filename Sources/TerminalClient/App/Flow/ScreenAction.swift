internal import TerminalKit

/// What every screen does in the same way. A screen's own keys come first.
enum ScreenAction: String, CaseIterable, Sendable {
    case undo, copyLink, back, refresh, help, quit
}

extension KeyMap where Action == ScreenAction {
    static let screen = KeyMap([
        // Takes back this terminal's latest change, whichever screen made it.
        Binding(["z"], .undo, "undo the latest change"),
        Binding(["Y"], .copyLink, "copy a link to what is shown"),
        Binding([Key(.escape)], .back, "close what is open, or go back", hint: "back"),
        Binding(["r", .control("l")], .refresh, "redraw, or ask again; if offline, connect now", hint: "ask again"),
        Binding(["?", Key(.function(1))], .help, "this help", hint: "help"),
        Binding(["q", .control("c")], .quit, "quit", hint: "quit"),
    ])

    /// The keys that a screen without a connection has, too.
    var basic: KeyMap { KeyMap(bindings.filter { $0.action == .help || $0.action == .quit }) }

    /// The keys that neither type nor edit. A place to type has a key of its own that closes it.
    var whileTyping: KeyMap {
        KeyMap(without(.back).bindings.map { $0.with(keys: $0.keys.filter { TextEdit(.key($0)) == nil }) })
    }
}
