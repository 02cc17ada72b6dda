/// What one terminal decides for itself: how things look here.
package struct LocalSettings: Equatable, Sendable {
    /// The name of a theme, or `auto`: light or dark, whichever the terminal is.
    package var theme = Self.autoTheme
    /// Those to choose from: the standard ones, and the user's own.
    package var themes = Theme.standard
    package var palette = MarketPalette.greenRed
    /// Whether a price lights up for a moment when it has moved.
    package var flashes = true
    package var updateRate = UpdateRate.live
    /// Whether Prices shows coins and tokens apart.
    package var sections = false
    package var icons = IconStyle.auto
    /// The clock that screens tell times by.
    package var times = TimeChoice.local
    /// How charts are drawn.
    package var chart = ChartChoices()

    package static let autoTheme = "auto"

    package var themeNames: [String] { [Self.autoTheme] + themes.map(\.name) }
}
