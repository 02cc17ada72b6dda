extension Buffer {
    /// Says which image belongs to this frame, whether or not it is there: whoever drew the frame is told all of them.
    package mutating func wish(for image: UInt32) { if showsImages { wishes.append(image) } }

    /// Puts an image over some cells, for a terminal that shows images. What is drawn in these cells is seen until the terminal
    /// has the image, and on terminals that show none.
    /// - Parameter ground: how the cells look below it, for where it is transparent.
    package mutating func place(_ image: Image, in area: Rect, on ground: Style = .plain) {
        guard showsImages, !area.isEmpty, area.intersection(self.area) == area else { return }
        placements.append(ImagePlacement(image: image, area: area, ground: ground))
    }

    /// An area that is filled has no images any more, not even those that lie in it by half.
    mutating func removeImages(in area: Rect) {
        if !placements.isEmpty { placements.removeAll { !$0.area.intersection(area).isEmpty } }
    }

    /// Blanks the cells below images that are going to be shown.
    mutating func clear(below shown: [ImagePlacement]) {
        for placement in shown {
            for y in placement.area.y..<placement.area.bottom {
                let cell = Cell(glyph: .space, style: placement.ground)
                repeatCell(cell, columns: placement.area.x..<placement.area.right, y: y)
            }
        }
    }
}
