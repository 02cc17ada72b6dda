/// An action of the mouse over a cell.
package struct Mouse: Hashable, Sendable {
    package enum Button: Hashable, Sendable {
        case left, middle, right
    }

    package enum Kind: Hashable, Sendable {
        case press(Button)
        case release(Button)
        /// Moved, with a button held down or with none.
        case moved(Button?)
        case scrollUp, scrollDown
    }

    package var kind: Kind
    package var position: Point
    package var modifiers: Key.Modifiers

    /// How many rows the wheel moves a list, positive for down; nil for any other action.
    package var wheelRows: Int? {
        switch kind {
        case .scrollUp: -3
        case .scrollDown: 3
        default: nil
        }
    }

    package init(_ kind: Kind, at position: Point, modifiers: Key.Modifiers = []) {
        self.kind = kind
        self.position = position
        self.modifiers = modifiers
    }
}

extension Mouse {
    /// Reads an SGR report (mode 1006). Nil for buttons beyond the usual three and a wheel.
    init?(code: Int, column: Int, row: Int, isPress: Bool) {
        guard let kind = Self.kind(code: code, isPress: isPress) else { return nil }
        self.init(
            kind,
            at: Point(x: max(0, column - 1), y: max(0, row - 1)),
            modifiers: Self.modifiers(code: code)
        )
    }

    private static func kind(code: Int, isPress: Bool) -> Kind? {
        switch code & ~0b11100 {
        case 64: return .scrollUp
        case 65: return .scrollDown
        case 35: return .moved(nil)
        case 32...34: return button(code & 3).map(Kind.moved)
        default: return button(code & ~0b11100).map { isPress ? .press($0) : .release($0) }
        }
    }

    private static func button(_ number: Int) -> Button? {
        switch number {
        case 0: .left
        case 1: .middle
        case 2: .right
        default: nil
        }
    }

    private static func modifiers(code: Int) -> Key.Modifiers {
        var modifiers: Key.Modifiers = []
        if code & 4 != 0 { modifiers.insert(.shift) }
        if code & 8 != 0 { modifiers.insert(.alt) }
        if code & 16 != 0 { modifiers.insert(.control) }
        return modifiers
    }
}
