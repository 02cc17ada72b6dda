package import TerminalKit

/// The colors of the screen, one for each role. If a terminal lacks a color, or has its own page color, `ColorTable`
/// finds the nearest color that keeps the contrast.
package struct Theme: Equatable, Sendable {
    /// The name in the configuration file and in Settings.
    package let name: String
    var colors: [ThemeColor: Color]
    var badges: [BadgeColors]
    /// The least contrast of each pair of colors. WCAG 2.2 requires 4.5 for text at level AA, and 7 at level AAA.
    var contrast = 4.5

    subscript(color: ThemeColor) -> Color { colors[color] ?? .terminalDefault }

    /// The theme's colors by number, and all pairs of them that views paint.
    /// - Parameter paintsPage: whether the page has the theme's color instead of the terminal's own.
    package func scheme(paintsPage: Bool) -> ColorScheme {
        ColorScheme(
            colors: ThemeColor.allCases.map { self[$0] } + badges.flatMap { [Color.rgb($0.ink), .rgb($0.ground)] },
            pairs: Self.pairs + badges.indices.map(BadgeColors.pair),
            contrast: contrast,
            paintsPage: paintsPage
        )
    }

    private static let pairs = ThemeColor.allCases.flatMap { ink in
        ink.grounds.map { ColorScheme.Pair(ink: ink.rawValue, ground: $0.rawValue) }
    }
}

// MARK: The themes
extension Theme {
    /// The order in which Settings offers them.
    static let standard = [light, dark, highContrast]

    static let dark = Theme(
        name: "dark",
        colors: [
            // The most frequent colors in lists come from the 256, which take half the bytes of others at each change
            // of ink.
            .text: .hex(0xC9D1D9), .page: .hex(0x0D1117), .strong: .indexed(255), .muted: .indexed(246),
            .accent: .indexed(75), .gold: .hex(0xE3B341), .green: .indexed(71), .red: .indexed(203),
            .blue: .indexed(75), .orange: .indexed(173), .bar: .hex(0x161B22), .barText: .hex(0xB6BFC9),
            .barMuted: .hex(0x8B949E), .raised: .hex(0x1D2A3D), .selection: .hex(0x1A2D48),
            // Written twice for each price that moves, so the background is one of the 256, which is short.
            .greenFlash: .indexed(22), .redFlash: .indexed(88), .blueFlash: .indexed(24), .orangeFlash: .indexed(94),
            .flashText: .brightWhite,
        ],
        badges: BadgeColors.dark
    )

    static let light = Theme(
        name: "light",
        colors: [
            .text: .hex(0x1F2328), .page: .hex(0xFFFFFF), .strong: .indexed(16), .muted: .indexed(240),
            .accent: .indexed(25), .gold: .hex(0x6E4C00), .green: .indexed(22), .red: .indexed(124),
            .blue: .indexed(25), .orange: .hex(0x8A4200), .bar: .hex(0xE8ECF0), .barText: .hex(0x32383F),
            .barMuted: .hex(0x57606A), .raised: .hex(0xDAE4EE), .selection: .hex(0xD0E3F9),
            .greenFlash: .indexed(157), .redFlash: .indexed(217), .blueFlash: .indexed(153),
            .orangeFlash: .indexed(223),
            .flashText: .black,
        ],
        badges: BadgeColors.light
    )

    static let highContrast = Theme(
        name: "high-contrast",
        colors: [
            .text: .hex(0xFFFFFF), .page: .hex(0x000000), .strong: .indexed(231), .muted: .indexed(252),
            .accent: .indexed(123), .gold: .indexed(227), .green: .indexed(120), .red: .indexed(217),
            .blue: .indexed(117), .orange: .indexed(215), .bar: .hex(0x000000), .barText: .indexed(231),
            .barMuted: .indexed(252), .raised: .hex(0x00264D), .selection: .hex(0x002A5C),
            .greenFlash: .indexed(120), .redFlash: .indexed(217), .blueFlash: .indexed(117),
            .orangeFlash: .indexed(215),
            .flashText: .indexed(16),
        ],
        badges: BadgeColors.highContrast,
        contrast: 7
    )
}

/// The colors of a badge's letters and background. Each pair is legible on any page.
struct BadgeColors: Equatable, Sendable {
    let ink: RGB
    let ground: RGB

    /// How many pairs each theme has.
    static let count = 12

    /// A pair as roles, which are numbered after those of `ThemeColor`.
    static func pair(_ index: Int) -> ColorScheme.Pair {
        let ink = UInt8(ThemeColor.allCases.count + 2 * index)
        return ColorScheme.Pair(ink: ink, ground: ink + 1)
    }

    private static func all(_ pairs: [(ink: UInt32, ground: UInt32)]) -> [BadgeColors] {
        pairs.map { BadgeColors(ink: RGB(hex: $0.ink), ground: RGB(hex: $0.ground)) }
    }

    /// Muted backgrounds, because badges touch each other in a list. Among sixteen colors they become black.
    static let dark = all([
        (0xF0A868, 0x4A2C12), (0xE3C45C, 0x453710), (0xB5CC5E, 0x353E12), (0x6FD08C, 0x123D22), (0x55CFC0, 0x0E3F3B),
        (0x63C3EE, 0x0F3A4E), (0x7DB2FF, 0x1D3358), (0xA3A3FF, 0x2A2A66), (0xC79BFF, 0x3E2563), (0xEE94D6, 0x511F45),
        (0xFF8E7D, 0x52211A), (0xAEBBCB, 0x2D3745),
    ])

    /// The same hues, dark on pale.
    static let light = all([
        (0x735132, 0xF8D8BB), (0x685A2A, 0xF2E4B6), (0x535E2B, 0xDEE8B7), (0x336040, 0xBEEACB), (0x275F58, 0xB2E9E3),
        (0x305E72, 0xB9E4F7), (0x3C557A, 0xC4DCFF), (0x51517F, 0xD6D6FF), (0x604A7A, 0xE6D2FF), (0x724767, 0xF7CFED),
        (0x7A443C, 0xFFCCC4), (0x545A61, 0xDBE0E8),
    ])

    /// The same hues, bright on nearly black.
    static let highContrast = all([
        (0xF1AC70, 0x251609), (0xE3C45C, 0x221C08), (0xB5CC5E, 0x1A1F09), (0x6FD08C, 0x091E11), (0x5ED1C3, 0x07201E),
        (0x6BC6EF, 0x081D27), (0x90BEFF, 0x0E1A2C), (0xB5B5FF, 0x151533), (0xCFAAFF, 0x1F1232), (0xF1A4DC, 0x281022),
        (0xFF9F90, 0x29100D), (0xB2BECE, 0x161C22),
    ])
}
