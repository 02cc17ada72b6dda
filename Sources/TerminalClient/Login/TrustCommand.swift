internal import TerminalKit

/// The answers to the question about a server's key.
enum TrustCommand: String, CaseIterable, Sendable {
    case trust, refuse, up, down, help, quit
}

extension KeyMap where Command == TrustCommand {
    static let trust = KeyMap([
        Binding(["y"], .trust, "yes, trust this key", hint: "trust this key"),
        Binding(["n", Key(.escape)], .refuse, "no", hint: "no"),
        Binding([Key(.up), "k", Key(.pageUp)], .up, "scroll up"),
        Binding([Key(.down), "j", Key(.pageDown)], .down, "scroll down"),
        Binding(["?", Key(.function(1))], .help, "this help", hint: "help"),
        Binding(["q", .control("c")], .quit, "quit", hint: "quit"),
    ])
}
