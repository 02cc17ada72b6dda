/// A row of titles, one of them chosen.
package struct Tabs: Sendable {
    package var titles: [Line]
    package var selected: Int
    package var style: Style
    package var selectedStyle: Style

    package init(titles: [Line], selected: Int, style: Style = .plain, selectedStyle: Style = .reverse) {
        self.titles = titles
        self.selected = selected
        self.style = style
        self.selectedStyle = selectedStyle
    }

    package func draw(into buffer: inout Buffer, in area: Rect) {
        for (index, place) in places(in: area).enumerated() {
            let style = index == selected ? selectedStyle.over(style) : style
            buffer.fill(place, style: style)
            buffer.draw(titles[index], in: place.inset(horizontal: 1), style: style)
        }
    }

    /// The tab at a point, for clicks.
    package func index(at point: Point, in area: Rect) -> Int? {
        places(in: area).firstIndex { $0.contains(point) }
    }

    /// Each title with a space on either side, and a space between tabs.
    private func places(in area: Rect) -> [Rect] {
        var rest = area.row(0)
        return titles.map { title in
            defer { _ = rest.removeLeft(1) }
            return rest.removeLeft(title.columnCount + 2)
        }
    }
}
