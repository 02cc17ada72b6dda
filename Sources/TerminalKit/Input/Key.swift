/// A key as it was pressed, with its modifiers.
package struct Key: Hashable, Sendable {
    package enum Code: Hashable, Sendable {
        case character(Character)
        case enter, tab, backspace, escape
        case up, down, left, right
        case home, end, pageUp, pageDown
        case insert, delete
        case function(Int)
    }

    /// Shift is reported only for named keys. For others it is a part of the character.
    package struct Modifiers: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static var shift: Modifiers { Modifiers(rawValue: 1) }
        package static var alt: Modifiers { Modifiers(rawValue: 2) }
        package static var control: Modifiers { Modifiers(rawValue: 4) }
        package static var command: Modifiers { Modifiers(rawValue: 8) }
    }

    package var code: Code
    package var modifiers: Modifiers

    package init(_ code: Code, _ modifiers: Modifiers = []) {
        self.code = code
        self.modifiers = modifiers
    }

    /// Ctrl with a letter: `Key.control("c")`.
    package static func control(_ character: Character) -> Key { Key(.character(character), .control) }
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
    package init(extendedGraphemeClusterLiteral character: Character) { self.init(.character(character)) }
}

extension Key {
    /// The key for a lone byte below space, or DEL.
    init(controlByte byte: UInt8) {
        switch byte {
        case 0x00: self = .control(" ")
        case 0x09: self.init(.tab)
        // A line feed is Enter, too, because pasted or scripted lines end with it.
        case 0x0A, 0x0D: self.init(.enter)
        // Some terminals send ^H for Backspace, and Ctrl-H has no other use.
        case 0x08, 0x7F: self.init(.backspace)
        case 0x1B: self.init(.escape)
        case 0x1C...0x1F: self = .control(Character(Unicode.Scalar(byte + 0x40)))
        default: self = .control(Character(Unicode.Scalar(byte + 0x60)))
        }
    }
}

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
