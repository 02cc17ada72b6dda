/// SGR: the parameters that turn one style into another.
enum SelectGraphic {
    static func sequence(_ parameters: [String]) -> [UInt8] {
        Array("\u{1B}[\(parameters.joined(separator: ";"))m".utf8)
    }

    static func changes(from current: Style, to wanted: Style) -> [String] {
        var parameters = attributeChanges(from: current.attributes, to: wanted.attributes)
        if wanted.foreground != current.foreground { parameters.append(color(wanted.foreground, base: 30)) }
        if wanted.background != current.background { parameters.append(color(wanted.background, base: 40)) }
        return parameters
    }

    private static func attributeChanges(from current: Style.Attributes, to wanted: Style.Attributes) -> [String] {
        var added = wanted.subtracting(current)
        let removed = current.subtracting(wanted)
        var parameters: [String] = []
        // Bold and dim have one end code between them.
        if !removed.isDisjoint(with: [.bold, .dim]) {
            parameters.append("22")
            added.formUnion(wanted.intersection([.bold, .dim]))
        }
        for (attribute, on, off) in switches {
            if removed.contains(attribute), let off { parameters.append(off) }
            if added.contains(attribute) { parameters.append(on) }
        }
        return parameters
    }

    private static let switches: [(Style.Attributes, on: String, off: String?)] = [
        (.bold, "1", nil), (.dim, "2", nil), (.italic, "3", "23"), (.underline, "4", "24"), (.reverse, "7", "27"),
    ]

    /// `base` is 30 for the foreground and 40 for the background.
    private static func color(_ color: Color, base: Int) -> String {
        switch color.kind {
        case .terminalDefault: "\(base + 9)"
        case .indexed(let index) where index < 8: "\(base + Int(index))"
        case .indexed(let index) where index < 16: "\(base + 60 + Int(index) - 8)"
        case .indexed(let index): "\(base + 8);5;\(index)"
        case .rgb(let red, let green, let blue): "\(base + 8);2;\(red);\(green);\(blue)"
        }
    }
}
