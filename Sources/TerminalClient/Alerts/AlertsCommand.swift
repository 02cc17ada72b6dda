internal import TerminalKit

/// The commands of the list of alerts.
enum AlertsCommand: String, CaseIterable, RowsScreenCommands {
    case up, down, pageUp, pageDown, first, last, edit, remove, arm, `repeat`, undo, back, refresh, help, quit

    var needsRow: Bool { [.edit, .remove, .arm, .repeat].contains(self) }
}

extension KeyMap where Command == AlertsCommand {
    static let alerts = KeyMap(
        Binding.rows + [
            Binding([Key(.enter), "e"], .edit, "change the alert's condition", hint: "change"),
            Binding(["x", Key(.delete)], .remove, "remove the alert, or mark it as seen", hint: "remove"),
            Binding(["a"], .arm, "arm the alert again", hint: "arm"),
            Binding(["t"], .repeat, "let it fire once or each time", hint: "repeat"),
            Binding(["z"], .undo, "undo"),
            Binding([Key(.escape)], .back, "back", hint: "back"),
            Binding(["r", .control("l")], .refresh, "redraw; if offline, connect now"),
            Binding(["?", Key(.function(1))], .help, "this help", hint: "help"),
            Binding(["q", .control("c")], .quit, "quit", hint: "quit"),
        ]
    )
}

/// The commands while the user types a condition. All other keys type.
enum AlertEntryCommand: String, CaseIterable, Sendable {
    case keep, cancel, quit
}

extension KeyMap where Command == AlertEntryCommand {
    static let alertEntry = KeyMap([
        Binding([Key(.enter)], .keep, "keep the alert", hint: "keep"),
        Binding([Key(.escape)], .cancel, "cancel the change", hint: "cancel"),
        Binding([.control("c")], .quit, "quit"),
    ])
}
