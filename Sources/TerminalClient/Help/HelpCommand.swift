internal import TerminalKit

/// The commands of the help page.
enum HelpCommand: String, CaseIterable, Sendable {
    case up, down, pageUp, pageDown, first, last, close, quit
}

extension KeyMap where Command == HelpCommand {
    static let help = KeyMap([
        Binding([Key(.up), "k"], .up, "up", hint: "scroll"),
        Binding([Key(.down), "j"], .down, "down", hint: "scroll"),
        Binding([Key(.pageUp), .control("b")], .pageUp, "a page up"),
        Binding([Key(.pageDown), .control("f"), " "], .pageDown, "a page down"),
        Binding([Key(.home), "g"], .first, "to the top"),
        Binding([Key(.end), "G"], .last, "to the end"),
        Binding([Key(.escape), "q", "?", Key(.function(1))], .close, "back", hint: "back"),
        Binding([.control("c")], .quit, "quit", hint: "quit"),
    ])
}
