internal import TerminalKit

/// What can be asked for on every tab.
enum TabsCommand: CaseIterable, Sendable {
    case nextTab, prices, favorites, settings, help, retry, dismiss, quit
}

extension KeyMap where Command == TabsCommand {
    static let tabs = KeyMap([
        Binding([Key(.tab)], .nextTab, "the other tab", hint: "next tab"),
        Binding(["1"], .prices, "prices"),
        Binding(["2"], .favorites, "favorites"),
        Binding([","], .settings, "settings", hint: "settings"),
        Binding(["r"], .retry, "connect now, if offline"),
        Binding([Key(.escape)], .dismiss, "back: message, chart, filter"),
        Binding(["?"], .help, "this help", hint: "help"),
        Binding(["q", .control("c")], .quit, "quit", hint: "quit"),
    ])
}
