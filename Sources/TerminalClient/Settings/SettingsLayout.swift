internal import TerminalKit

/// The places of the rows of Settings. If there is room, they have headings, and a sentence below each row.
struct SettingsLayout {
    enum Place: Equatable {
        case heading(SettingsRow.Group)
        case row(SettingsRow)
    }

    /// On wider screens, notes would be too far from the rows that they explain.
    private static let widthMax = 96

    let places: [(place: Place, area: Rect)]
    let hasHeadings: Bool
    /// How many rows are scrolled out at the top, and how many are visible.
    let offset: Int
    let visible: Int

    /// - Parameter selected: if not all rows fit, those around this one are visible.
    init(_ rows: [SettingsRow], in body: Rect, selected: SettingsRow) {
        let groups = SettingsRow.Group.allCases
        let room = body.height - groups.count
        let spacing = room >= 3 * rows.count ? 3 : body.height >= 2 * rows.count ? 2 : 1
        let hasHeadings = room >= spacing * rows.count
        self.hasHeadings = hasHeadings
        // Rows of three lines end with an empty line anyway.
        let hasAir = hasHeadings && spacing < 3 && room - spacing * rows.count >= groups.count - 1
        let all = groups.flatMap { group in
            (hasHeadings ? [Place.heading(group)] : []) + rows.filter { $0.group == group }.map(Place.row)
        }
        let needed = all.prefix { $0 != .row(selected) }.count + 1
        let margin = min(1, body.width / 40)
        offset = hasHeadings ? 0 : max(0, needed - body.height / spacing)
        visible = hasHeadings ? rows.count : min(rows.count, body.height / spacing)
        // The last column is for the scrollbar.
        var rest = Rect(x: body.x, y: body.y, width: min(body.width, Self.widthMax), height: body.height)
            .inset(left: margin, right: max(margin, visible < rows.count ? 1 : 0))
        places = all.dropFirst(offset).map { place in
            if hasAir, place.isHeading, place != .heading(groups[0]) { _ = rest.removeTop(1) }
            return (place, rest.removeTop(place.isHeading ? 1 : spacing))
        }
    }

    /// The row at a point, and its area.
    func row(at point: Point) -> (row: SettingsRow, area: Rect)? {
        guard let found = places.first(where: { $0.area.contains(point) }), case .row(let row) = found.place else {
            return nil
        }
        return (row, found.area)
    }
}

extension SettingsLayout.Place {
    fileprivate var isHeading: Bool {
        if case .heading = self { true } else { false }
    }
}
