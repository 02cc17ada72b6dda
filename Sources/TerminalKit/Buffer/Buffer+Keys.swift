/// A place on the screen where a click presses a key.
struct KeyPlace: Hashable, Sendable {
    let area: Rect
    let key: Key
}

extension Buffer {
    /// A click on these cells of this frame presses that key. The code that draws a key's name records where it is, so that no view
    /// has to look it up again.
    package mutating func place(_ key: Key, in area: Rect) {
        let visible = area.intersection(self.area)
        if !visible.isEmpty { keyPlaces.append(KeyPlace(area: visible, key: key)) }
    }

    /// Everything drawn from now on lies over what was drawn before, so the names of keys below it take no clicks.
    package mutating func coverKeys() { keyPlaces = [] }
}

extension [KeyPlace] {
    /// The key that a click on a cell presses; where two overlap, the one drawn later.
    func key(at point: Point) -> Key? { last { $0.area.contains(point) }?.key }
}
