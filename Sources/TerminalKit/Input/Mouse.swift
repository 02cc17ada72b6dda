/// Something the mouse did over a cell.
package struct Mouse: Hashable, Sendable {
    package enum Button: Hashable, Sendable {
        case left, middle, right
    }

    package enum Kind: Hashable, Sendable {
        case press(Button)
        case release(Button)
        /// Moved, with a button held down or none.
        case moved(Button?)
        case scrollUp, scrollDown
    }

    package var kind: Kind
    package var position: Point
    package var modifiers: Key.Modifiers

    package init(_ kind: Kind, at position: Point, modifiers: Key.Modifiers = []) {
        self.kind = kind
        self.position = position
        self.modifiers = modifiers
    }
}
