internal import TerminalKit

/// The commands of Settings.
enum SettingsCommand: String, CaseIterable, Sendable {
    case up, down, first, last, choose, next, previous, confirm, decline, undo, back, refresh, help, quit
}

extension KeyMap where Command == SettingsCommand {
    static let settings = KeyMap([
        Binding([Key(.up), "k"], .up, "up"),
        Binding([Key(.down), "j"], .down, "down"),
        Binding([Key(.home), "g", Key(.pageUp)], .first, "to the top"),
        Binding([Key(.end), "G", Key(.pageDown)], .last, "to the end"),
        Binding([Key(.enter)], .choose, "choose from a list, or change", hint: "choose"),
        Binding([" ", Key(.right), "l"], .next, "change", hint: "change"),
        Binding([Key(.left), "h"], .previous, "change back"),
        Binding(["y"], .confirm, "answer yes"),
        Binding(["n"], .decline, "answer no"),
        Binding(["z"], .undo, "undo (lists, shared settings)"),
        Binding([Key(.escape), ",", Key(.tab)], .back, "back", hint: "back"),
        Binding(["r", .control("l")], .refresh, "redraw; if offline, connect now"),
        Binding(["?", Key(.function(1))], .help, "this help", hint: "help"),
        Binding(["q", .control("c")], .quit, "quit", hint: "quit"),
    ])
}
