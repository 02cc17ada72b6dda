internal import TerminalKit

/// The commands of a picker. All other keys type.
enum PickerCommand: String, CaseIterable, Sendable {
    case choose, cancel, up, down, pageUp, pageDown, refresh, help, quit
}

extension KeyMap where Command == PickerCommand {
    static let picker = KeyMap([
        Binding([Key(.enter)], .choose, "choose", hint: "choose"),
        Binding([Key(.escape)], .cancel, "back", hint: "back"),
        Binding([Key(.up)], .up, "up", hint: "select"),
        Binding([Key(.down)], .down, "down", hint: "select"),
        Binding([Key(.pageUp)], .pageUp, "a page up"),
        Binding([Key(.pageDown)], .pageDown, "a page down"),
        Binding([.control("l")], .refresh, "redraw; if offline, connect now"),
        Binding([Key(.function(1))], .help, "this help"),
        Binding([.control("c")], .quit, "quit"),
    ])
}

/// The further commands of a picker whose items can be changed.
enum PickerEditCommand: String, CaseIterable, Sendable {
    case create, rename, delete, moveUp, moveDown
}

extension KeyMap where Command == PickerEditCommand {
    static let pickerEdit = KeyMap([
        Binding([.control("n")], .create, "make a new one", hint: "new"),
        Binding([.control("r"), Key(.function(2))], .rename, "rename it", hint: "rename"),
        Binding([.control("x")], .delete, "delete it", hint: "delete"),
        Binding([Key(.up, .shift)], .moveUp, "move it up", hint: "move"),
        Binding([Key(.down, .shift)], .moveDown, "move it down", hint: "move"),
    ])
}
