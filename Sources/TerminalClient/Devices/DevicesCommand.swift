internal import TerminalKit

/// The commands of the list of devices.
enum DevicesCommand: String, CaseIterable, RowsScreenCommands {
    case up, down, pageUp, pageDown, first, last, signOut, confirm, decline, back, refresh, help, quit

    var needsRow: Bool { self == .signOut }
}

extension KeyMap where Command == DevicesCommand {
    static let devices = KeyMap(
        Binding.rows + [
            Binding([Key(.enter), "x", Key(.delete)], .signOut, "sign the device out", hint: "sign out"),
            Binding(["y"], .confirm, "answer yes"),
            Binding(["n"], .decline, "answer no"),
            Binding([Key(.escape)], .back, "back", hint: "back"),
            Binding(["r", .control("l")], .refresh, "ask again; if offline, connect now", hint: "ask again"),
            Binding(["?", Key(.function(1))], .help, "this help", hint: "help"),
            Binding(["q", .control("c")], .quit, "quit", hint: "quit"),
        ]
    )
}
