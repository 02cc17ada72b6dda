package import TerminalKit

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
    package var blocks = BlockChoice.auto
    package var color = ColorChoice.auto

    package static let autoTheme = "auto"

    package var themeNames: [String] { [Self.autoTheme] + themes.map(\.name) }
}

/// All settings of one terminal. Describe a new one here, and use it where it takes effect.
extension LocalSetting {
    package static let theme = LocalSetting(
        "theme",
        titles: Titles("Theme"),
        comment: {
            """
            The colors of the screen: \($0), or one of your own. auto is light or dark, like
            the terminal's background (tickwire asks the terminal).
            """
        },
        choices: { $0.themeNames.map { Choice(text: $0, title: $0, explanation: words(ofTheme: $0)) } },
        present: { $0.theme },
        take: { name, settings in
            guard settings.themeNames.contains(name) else { return false }
            settings.theme = name
            return true
        },
        refusal: { .noTheme($0, offered: $1) }
    )

    package static let palette = LocalSetting(
        "palette",
        \.palette,
        titles: Titles("Palette"),
        comment: { "The colors of rising and falling prices: \($0)." },
        explanation: {
            switch $0 {
            case .greenRed: "Green is up, red is down."
            case .redGreen: "Red is up, green is down."
            case .blueOrange: "Blue is up, orange is down: for those who cannot tell red from green."
            case .mono: "No colors: arrows and signs show the direction."
            }
        }
    )

    package static let flashes = LocalSetting(
        "flashes",
        \.flashes,
        titles: Titles("Flashing"),
        comment: "Whether a price lights up for a moment when it has moved: on or off.",
        explanation: { $0 ? "Prices light up for a moment when they move." : "Prices do not light up when they move." }
    )

    package static let updateRate = LocalSetting(
        "update-rate",
        \.updateRate,
        titles: Titles("Update rate", short: "Rate"),
        comment: { "How often prices are redrawn: \($0)." },
        title: \.title,
        explanation: {
            $0 == .live
                ? "Prices are drawn as they come." : "Prices are drawn every \($0.title); keys are answered at once."
        }
    )

    package static let sections = LocalSetting(
        "sections",
        \.sections,
        comment: "Whether Prices shows coins and tokens apart, each below its title: on or off."
    )

    package static let icons = LocalSetting(
        "icons",
        \.icons,
        comment: {
            """
            What stands beside a coin's symbol: \($0). auto is a picture where the terminal
            shows pictures (it is asked), and a badge elsewhere.
            """
        }
    )

    package static let times = LocalSetting(
        "times",
        \.times,
        titles: Titles("Times"),
        comment: {
            """
            The clock that screens tell times by: \($0). local is this machine's zone (TZ). What --json prints
            is in UTC whatever stands here, and candles of a day or a week begin at midnight in UTC.
            """
        },
        title: \.title,
        explanation: {
            switch $0 {
            case .local: "Screens show this machine's time and name its zone."
            case .utc: "Screens show UTC."
            }
        }
    )

    package static let chartScale = LocalSetting(
        "chart-scale",
        \.chart.scale,
        comment: { "How charts on the whole screen are drawn. The scale: \($0)." }
    )

    package static let chartParts = LocalSetting(
        "chart-parts",
        comment: { "What they show besides candles: none, or any of \($0), with commas between them." },
        choices: { _ in ChartPart.allCases.map { Choice(text: $0.rawValue, title: $0.rawValue) } },
        present: { $0.chart.parts.configText },
        take: { words, settings in
            guard let parts = Set<ChartPart>(configText: words) else { return false }
            settings.chart.parts = parts
            return true
        },
        refusal: { .noChartParts($0, of: "chart-parts", offered: $1) }
    )

    package static let blocks = LocalSetting(
        "blocks",
        \.blocks,
        comment: {
            """
            What charts are drawn with, by what the terminal's font has: \($0).
            eighths and halves are blocks, lines are of box drawing and the full block. auto is lines on the Linux console, whose fonts
            often have no halves, else eighths, and ascii where nothing else can be sent.
            """
        }
    )

    package static let color = LocalSetting(
        "color",
        comment: {
            """
            Colors, and how many: \($0). auto follows NO_COLOR, COLORTERM and TERM, and what the
            terminal answers.
            """
        },
        choices: { _ in ColorChoice.names.map { Choice(text: $0, title: $0) } },
        present: { $0.color.name },
        take: { name, settings in
            guard let color = ColorChoice(name) else { return false }
            settings.color = color
            return true
        }
    )

    /// In the order in which `config init` writes them and Settings shows them.
    package static let all = [
        theme, palette, flashes, updateRate, sections, icons, times, chartScale, chartParts, blocks, color,
    ]

    private static func words(ofTheme name: String) -> String {
        if name == LocalSettings.autoTheme { return "Light or dark, like the terminal's background." }
        return Theme.standard.contains { $0.name == name }
            ? "The same in every terminal." : "Your own theme from config.yaml."
    }
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

extension Set<ChartPart> {
    /// The parts on one line, so that the line can be changed: `grid, volume`; `none` for an empty set.
    var configText: String {
        isEmpty ? "none" : ChartPart.allCases.filter(contains).map(\.rawValue).joined(separator: ", ")
    }

    /// - Returns: nil if a word names no part.
    init?(configText: String) {
        if configText == "none" {
            self = []
            return
        }
        let words = configText.split(separator: ",").map { $0.drop { $0 == " " } }
        let parts = words.compactMap { word in ChartPart.allCases.first { $0.rawValue == word.trimmingSpaces } }
        guard parts.count == words.count, !parts.isEmpty else { return nil }
        self = Set(parts)
    }
}

extension Substring {
    fileprivate var trimmingSpaces: Substring { self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)] }
}
