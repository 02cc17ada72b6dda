/// Keys in the words of a help screen: `Ctrl-C`, `Shift-Tab`, `↑`.
extension Key: CustomStringConvertible {
    package var description: String {
        let held: [(Modifiers, String)] = [(.control, "Ctrl-"), (.alt, "Alt-"), (.shift, "Shift-"), (.command, "Cmd-")]
        return held.filter { modifiers.contains($0.0) }.map(\.1).joined() + title
    }

    private var title: String {
        switch code {
        case .character(" "): "Space"
        case .character(let character): modifiers.isEmpty ? String(character) : character.uppercased()
        case .function(let number): "F\(number)"
        default: Self.names[code] ?? "?"
        }
    }

    private static let names: [Code: String] = [
        .enter: "Enter", .tab: "Tab", .backspace: "Backspace", .escape: "Esc", .up: "↑", .down: "↓", .left: "←",
        .right: "→", .home: "Home", .end: "End", .pageUp: "PgUp", .pageDown: "PgDn", .insert: "Ins", .delete: "Del",
    ]
}
