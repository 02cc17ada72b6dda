/// The settings of one terminal: how things look here.
package struct LocalSettings: Equatable, Sendable {
    /// The name of a theme, or `auto`: light or dark, like the terminal.
    package var theme = Self.autoTheme
    /// The themes to choose from: the standard ones and the user's own.
    package var themes = Theme.standard
    package var palette = MarketPalette.greenRed
    /// Whether a price lights up for a moment when it moves.
    package var flashes = true
    package var updateRate = UpdateRate.live
    /// Whether Prices has separate sections for coins and tokens.
    package var sections = false
    package var icons = IconStyle.auto
    /// The clock for times on the screen.
    package var times = TimeChoice.local
    /// How charts are drawn.
    package var chart = ChartChoices()

    package static let autoTheme = "auto"

    package var themeNames: [String] { [Self.autoTheme] + themes.map(\.name) }
}
