package import TerminalKit

/// All contents of the configuration file.
package struct Preferences: Sendable {
    package var local = LocalSettings()
    package var color = ColorChoice.auto
    package var blocks = BlockChoice.auto
    var keys = Keys()

    package init() {}
}

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

extension LocalSettings {
    /// The colors for a terminal. A theme that was chosen by name paints the page, because the terminal's own page may
    /// not suit it. With `auto`, the theme follows the terminal.
    package func scheme(on terminal: TerminalColors) -> ColorScheme {
        if let chosen = themes.first(where: { $0.name == theme }) { return chosen.scheme(paintsPage: true) }
        return (terminal.isLight == true ? Theme.light : .dark).scheme(paintsPage: false)
    }
}

/// How often prices are redrawn. Keys take effect at once at any rate.
package enum UpdateRate: String, CaseIterable, Sendable {
    case live
    case oneSecond = "1s"
    case twoSeconds = "2s"
    case fiveSeconds = "5s"

    /// Nil: redraw prices as they come.
    var interval: Duration? {
        switch self {
        case .live: nil
        case .oneSecond: .seconds(1)
        case .twoSeconds: .seconds(2)
        case .fiveSeconds: .seconds(5)
        }
    }

    var title: String {
        switch self {
        case .live: "live"
        case .oneSecond: "1 s"
        case .twoSeconds: "2 s"
        case .fiveSeconds: "5 s"
        }
    }
}
