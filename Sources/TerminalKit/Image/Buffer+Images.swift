extension Buffer {
    /// Fills some cells with an image, for a terminal that shows images: on others nothing happens, and what the cells say
    /// has to do. What lies below shows through where the image is transparent.
    package mutating func place(_ image: Image, in area: Rect) {
        guard showsImages, !area.isEmpty, area.intersection(self.area) == area else { return }
        placements.append(ImagePlacement(image: image, area: area))
    }

    /// What is drawn over an image takes its place.
    mutating func removeImages(in area: Rect) {
        if !placements.isEmpty { placements.removeAll { !$0.area.intersection(area).isEmpty } }
    }
}
