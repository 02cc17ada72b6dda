/// Keys in the words of a help screen: `Ctrl-C`, `Shift-Tab`, `↑`.
extension Key: CustomStringConvertible {
    package var description: String {
        let held: [(Modifiers, String)] = [(.control, "Ctrl-"), (.alt, "Alt-"), (.shift, "Shift-"), (.command, "Cmd-")]
        return held.filter { modifiers.contains($0.0) }.map(\.1).joined() + title
    }

    /// One or more descriptions, for a charset without arrows. Arrows become words, because any other character would
    /// be read as a key.
    package static func spelled(_ description: String, in charset: Charset) -> String {
        guard charset == .ascii else { return description }
        return description.map { arrowWords[$0] ?? String($0) }.joined()
    }

    private static let arrowWords: [Character: String] = ["↑": "Up", "↓": "Down", "←": "Left", "→": "Right"]

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
