/// The colors that a theme gives to roles, by number. Views paint with roles, and never with the colors.
package struct ColorScheme: Hashable, Sendable {
    /// An ink and the ground that it is painted on.
    package struct Pair: Hashable, Sendable {
        package let ink: UInt8
        package let ground: UInt8

        package init(ink: UInt8, ground: UInt8) { (self.ink, self.ground) = (ink, ground) }
    }

    /// The ink of cells that name no color.
    package static let text: UInt8 = 0
    /// The ground of cells that name no ground.
    package static let page: UInt8 = 1

    /// By role. Colors below 16 are what the terminal makes of them.
    package let colors: [Color]
    /// All that is painted. These keep the contrast on every terminal.
    package let pairs: [Pair]
    /// The contrast that each pair has at least where that can be had.
    package let contrast: Double
    /// Whether the page has the theme's color, and not the terminal's own.
    package let paintsPage: Bool

    package init(colors: [Color], pairs: [Pair], contrast: Double = 4.5, paintsPage: Bool = false) {
        (self.colors, self.pairs, self.contrast, self.paintsPage) = (colors, pairs, contrast, paintsPage)
    }

    /// Without roles: every color stands for itself.
    package static let none = ColorScheme(colors: [], pairs: [])
}
