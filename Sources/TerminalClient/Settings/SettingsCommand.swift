internal import TerminalKit

/// What can be asked for in Settings.
enum SettingsCommand: CaseIterable, Sendable {
    case up, down, activate, confirm, decline, back, retry, quit
}

extension KeyMap where Command == SettingsCommand {
    static let settings = KeyMap([
        Binding([Key(.up), "k"], .up, "up"),
        Binding([Key(.down), "j"], .down, "down"),
        Binding([Key(.enter), " "], .activate, "change", hint: "change"),
        Binding(["y"], .confirm, "yes, where it is asked"),
        Binding(["n"], .decline, "no, where it is asked"),
        Binding([Key(.escape), ","], .back, "back", hint: "back"),
        Binding(["r"], .retry, "connect now, if offline"),
        Binding(["q", .control("c")], .quit, "quit", hint: "quit"),
    ])
}
