internal import TerminalKit

/// The commands of a coin's page.
enum DetailCommand: String, CaseIterable, Sendable {
    case up, down, pageUp, pageDown, first, last, nextLink, previousLink, open, copy, refresh, back, help, quit
}

extension KeyMap where Command == DetailCommand {
    static let detail = KeyMap([
        Binding([Key(.up), "k"], .up, "up"),
        Binding([Key(.down), "j"], .down, "down"),
        Binding([Key(.pageUp), .control("b")], .pageUp, "a page up"),
        Binding([Key(.pageDown), .control("f"), " "], .pageDown, "a page down"),
        Binding([Key(.home), "g"], .first, "to the top"),
        Binding([Key(.end), "G"], .last, "to the end"),
        Binding([Key(.escape)], .back, "back", hint: "back"),
        Binding([Key(.enter), "o"], .open, "open the link in a browser", hint: "open"),
        Binding([Key(.tab)], .nextLink, "the next link", hint: "next link"),
        Binding([Key(.tab, .shift)], .previousLink, "the previous link"),
        Binding(["y"], .copy, "copy the link", hint: "copy"),
        Binding(["r", .control("l")], .refresh, "ask again, if there is no answer", hint: "ask again"),
        Binding(["?", Key(.function(1))], .help, "this help", hint: "help"),
        Binding(["q", .control("c")], .quit, "quit", hint: "quit"),
    ])
}
