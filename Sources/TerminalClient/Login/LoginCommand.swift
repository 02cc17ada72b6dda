internal import TerminalKit

/// The commands while the user fills in the login. All other keys type.
enum LoginCommand: String, CaseIterable, Sendable {
    case submit, next, previous, cancel, help, quit
}

extension KeyMap where Command == LoginCommand {
    static let login = KeyMap([
        Binding([Key(.enter)], .submit, "log in", hint: "log in"),
        Binding([Key(.tab), Key(.down)], .next, "next field", hint: "next field"),
        Binding([Key(.tab, .shift), Key(.up)], .previous, "previous field", hint: "previous"),
        Binding([Key(.escape)], .cancel, "stop connecting"),
        Binding([Key(.function(1))], .help, "this help", hint: "help"),
        Binding([.control("c")], .quit, "quit", hint: "quit"),
    ])
}
