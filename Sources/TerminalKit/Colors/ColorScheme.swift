/// The colors that a theme gives to roles, by number. Views paint only with roles.
package struct ColorScheme: Hashable, Sendable {
    /// An ink, and the background on which it is painted.
    package struct Pair: Hashable, Sendable {
        package let ink: UInt8
        package let ground: UInt8

        package init(ink: UInt8, ground: UInt8) { (self.ink, self.ground) = (ink, ground) }
    }

    /// The ink of cells that name no color.
    package static let text: UInt8 = 0
    /// The background of cells that name none.
    package static let page: UInt8 = 1

    /// By role. For colors below 16, the terminal decides how they look.
    package let colors: [Color]
    /// All pairs that views paint. They keep the contrast on every terminal.
    package let pairs: [Pair]
    /// The least contrast of each pair, as far as it is possible.
    package let contrast: Double
    /// Whether the page has the theme's color instead of the terminal's own.
    package let paintsPage: Bool

    package init(colors: [Color], pairs: [Pair], contrast: Double = 4.5, paintsPage: Bool = false) {
        (self.colors, self.pairs, self.contrast, self.paintsPage) = (colors, pairs, contrast, paintsPage)
    }

    /// Without roles: colors stay as they are.
    package static let none = ColorScheme(colors: [], pairs: [])
}
