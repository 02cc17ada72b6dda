extension Buffer {
    /// Says which image belongs to this frame, whether or not the terminal has it. `View.shown` reports all of them.
    package mutating func wish(for image: UInt32) { if showsImages { wishes.append(image) } }

    /// Puts an image over some cells, for a terminal that shows images. What is drawn in these cells is visible until
    /// the terminal has the image, and on terminals that show none.
    /// - Parameter ground: the style of the cells below it, for its transparent parts.
    package mutating func place(_ image: Image, in area: Rect, on ground: Style = .plain) {
        guard showsImages, !area.isEmpty, area.intersection(self.area) == area else { return }
        placements.append(ImagePlacement(image: image, area: area, ground: ground))
    }

    /// Removes the images of an area that is filled, even those that only overlap it.
    mutating func removeImages(in area: Rect) {
        if !placements.isEmpty { placements.removeAll { !$0.area.intersection(area).isEmpty } }
    }

    /// Blanks the cells below images that will be shown.
    mutating func clear(below shown: [ImagePlacement]) {
        for placement in shown {
            for y in placement.area.y..<placement.area.bottom {
                let cell = Cell(glyph: .space, style: placement.ground)
                repeatCell(cell, columns: placement.area.x..<placement.area.right, y: y)
            }
        }
    }
}
