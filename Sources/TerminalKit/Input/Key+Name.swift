/// Keys in the words of a file: `ctrl-c`, `shift-tab`, `pgup`, `space`, `G`. This reads what `name` writes.
extension Key {
    /// Nil if the text names no key. Case counts for characters only: `G` is not `g`, but `PgUp` is `pgup`.
    package init?(named text: String) {
        var rest = text[...]
        var modifiers: Modifiers = []
        while let (prefix, modifier) = Self.prefixes.first(where: { rest.lowercased().hasPrefix($0.0) }) {
            // `ctrl--` is Ctrl with a minus, so something has to be left.
            guard rest.count > prefix.count else { break }
            modifiers.insert(modifier)
            rest = rest.dropFirst(prefix.count)
        }
        guard let code = Self.code(named: String(rest)) else { return nil }
        // Shift is a part of the character. If it is spelled out, the character is the shifted one.
        if case .character(let character) = code, modifiers.contains(.shift) {
            guard let upper = character.uppercased().first, upper != character else { return nil }
            self.init(.character(upper), modifiers.subtracting(.shift))
        } else if case .character(let character) = code, modifiers.contains(.control) {
            // Terminals do not distinguish Ctrl-C from Ctrl-c.
            self.init(.character(character.lowercased().first ?? character), modifiers)
        } else {
            self.init(code, modifiers)
        }
    }

    package var name: String {
        let held = Self.prefixes.filter { modifiers.contains($0.1) }.map(\.0).joined()
        switch code {
        case .character(" "): return held + "space"
        case .character(let character): return held + String(character)
        case .function(let number): return held + "f\(number)"
        default: return held + (Self.codes.first { $0.value == code }?.key ?? "?")
        }
    }

    private static let prefixes: [(String, Modifiers)] = [
        ("ctrl-", .control), ("alt-", .alt), ("shift-", .shift), ("cmd-", .command),
    ]

    private static let codes: [String: Code] = [
        "enter": .enter, "tab": .tab, "backspace": .backspace, "esc": .escape, "up": .up, "down": .down,
        "left": .left, "right": .right, "home": .home, "end": .end, "pgup": .pageUp, "pgdn": .pageDown,
        "ins": .insert, "del": .delete,
    ]

    private static func code(named text: String) -> Code? {
        let lowered = text.lowercased()
        if lowered == "space" { return .character(" ") }
        if let code = codes[lowered] { return code }
        if lowered.hasPrefix("f"), let number = Int(lowered.dropFirst()), 1...12 ~= number { return .function(number) }
        guard text.count == 1, let character = text.first, Glyph.cleaned(character, charset: .unicode) != nil else {
            return nil
        }
        return .character(character)
    }
}
