/// A PNG for terminals that show pictures among text.
package struct Image: Hashable, Sendable {
    /// Identifies the picture, here and in the terminal. The same number is always the same picture.
    package let id: UInt32
    package let png: [UInt8]

    /// - Returns: nil for 0, which is not a valid number in the terminal's protocol.
    package init?(id: UInt32, png: [UInt8]) {
        if id == 0 { return nil }
        (self.id, self.png) = (id, png)
    }

    package static func == (one: Image, other: Image) -> Bool { one.id == other.id }
    package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// An image that fills some cells of a frame.
package struct ImagePlacement: Hashable, Sendable {
    package let image: Image
    package let area: Rect
    /// The style of the cells below.
    package let ground: Style

    package init(image: Image, area: Rect, ground: Style = .plain) {
        (self.image, self.area, self.ground) = (image, area, ground)
    }
}
