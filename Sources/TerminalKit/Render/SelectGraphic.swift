/// SGR: the parameters that change one style into another, as bytes.
enum SelectGraphic {
    /// - Parameter isFresh: whether the terminal resets its style first, which is what an empty parameter means.
    static func sequence(_ parameters: [UInt8], isFresh: Bool) -> [UInt8] {
        var bytes: [UInt8] = [0x1B, UInt8(ascii: "[")]
        if isFresh, !parameters.isEmpty { bytes.append(separator) }
        bytes += parameters
        bytes.append(UInt8(ascii: "m"))
        return bytes
    }

    static func changes(from current: Style, to wanted: Style) -> [UInt8] {
        var parameters: [UInt8] = []
        addAttributes(from: current.attributes, to: wanted.attributes, &parameters)
        if wanted.foreground != current.foreground { addColor(wanted.foreground, base: 30, &parameters) }
        if wanted.background != current.background { addColor(wanted.background, base: 40, &parameters) }
        return parameters
    }

    private static let separator = UInt8(ascii: ";")

    private static func add(_ parameter: Int, _ parameters: inout [UInt8]) {
        if !parameters.isEmpty { parameters.append(separator) }
        parameters.append(decimal: parameter)
    }

    private static func addAttributes(
        from current: Style.Attributes,
        to wanted: Style.Attributes,
        _ parameters: inout [UInt8]
    ) {
        if current == wanted { return }
        var added = wanted.subtracting(current)
        let removed = current.subtracting(wanted)
        // Bold and dim have the same end code.
        if !removed.isDisjoint(with: [.bold, .dim]) {
            add(22, &parameters)
            added.formUnion(wanted.intersection([.bold, .dim]))
        }
        for (attribute, on, off) in switches {
            if removed.contains(attribute), let off { add(off, &parameters) }
            if added.contains(attribute) { add(on, &parameters) }
        }
    }

    private static let switches: [(Style.Attributes, on: Int, off: Int?)] = [
        (.bold, 1, nil), (.dim, 2, nil), (.underline, 4, 24), (.reverse, 7, 27),
    ]

    /// `base` is 30 for the foreground and 40 for the background.
    private static func addColor(_ color: Color, base: Int, _ parameters: inout [UInt8]) {
        switch color.kind {
        // A role has become a color before this.
        case .terminalDefault, .role: add(base + 9, &parameters)
        case .indexed(let index) where index < 8: add(base + Int(index), &parameters)
        case .indexed(let index) where index < 16: add(base + 60 + Int(index) - 8, &parameters)
        case .indexed(let index): for number in [base + 8, 5, Int(index)] { add(number, &parameters) }
        case .rgb(let red, let green, let blue):
            for number in [base + 8, 2, Int(red), Int(green), Int(blue)] { add(number, &parameters) }
        }
    }
}
