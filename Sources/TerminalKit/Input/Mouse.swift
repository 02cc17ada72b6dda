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
