/// A place on the screen where a click is as good as a key.
struct KeyPlace: Hashable, Sendable {
    let area: Rect
    let key: Key
}

extension Buffer {
    /// A click on these cells of this frame is that key. Whoever draws the name of a key says where it stands, so that no view has
    /// to look it up again.
    package mutating func place(_ key: Key, in area: Rect) {
        let visible = area.intersection(self.area)
        if !visible.isEmpty { keyPlaces.append(KeyPlace(area: visible, key: key)) }
    }

}

extension [KeyPlace] {
    /// The key that a click on a cell stands for; where two were drawn, the later one.
    func key(at point: Point) -> Key? { last { $0.area.contains(point) }?.key }
}
