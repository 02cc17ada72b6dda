internal import TerminalKit

/// The commands of the screen that explains why the connection is over.
enum StopCommand: String, CaseIterable, Sendable {
    case retry, up, down, help, quit
}

extension KeyMap where Command == StopCommand {
    static let stop = KeyMap([
        Binding(["r"], .retry, "try again", hint: "try again"),
        Binding([Key(.up), "k", Key(.pageUp)], .up, "scroll up"),
        Binding([Key(.down), "j", Key(.pageDown)], .down, "scroll down"),
        Binding(["?", Key(.function(1))], .help, "this help", hint: "help"),
        Binding(["q", .control("c")], .quit, "quit", hint: "quit"),
    ])
}
