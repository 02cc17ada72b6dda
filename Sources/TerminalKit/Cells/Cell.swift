/// One place on the screen: its glyph and its style.
package struct Cell: Hashable, Sendable {
    package var glyph: Glyph
    package var style: Style

    package init(glyph: Glyph = .space, style: Style = .plain) {
        self.glyph = glyph
        self.style = style
    }

    package static let blank = Cell()

    /// Whether only its background is visible. Then its ink, weight and slant make no difference.
    var isBlank: Bool {
        glyph == .space && style.link == .none && style.attributes.isDisjoint(with: [.underline, .reverse])
    }

    /// Whether both would look the same on a terminal that shows `depth` colors.
    func looksLike(_ other: Cell) -> Bool {
        self == other || isBlank && other.isBlank && style.background == other.style.background
    }
}
