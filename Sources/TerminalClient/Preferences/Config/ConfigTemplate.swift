internal import TerminalKit

/// The configuration file that `tickwire config init` writes: all preferences with their defaults and an explanation.
enum ConfigTemplate {
    static var text: String {
        """
        # How tickwire looks and which keys it listens to, in this user's terminals on this machine.
        # Settings that all of your terminals share are on the server; change them in the Settings screen.
        # A line that begins with # says what holds without it.

        # The colors of the screen: \(LocalSettings().themeNames.joined(separator: ", ")), or one of your own. auto is light or dark, like
        # the terminal's background (tickwire asks the terminal).
        theme: \(LocalSettings.autoTheme)

        # Themes of your own, by name. A theme takes what it leaves out from the theme that it is based on.
        # Text needs a contrast of 4.5 on its background.
        themes:
        #  mine:
        #    based-on: dark
        \(ThemeColor.allCases.map(color).joined(separator: "\n"))

        # The colors of rising and falling prices: \(MarketPalette.allCases.map(\.rawValue).joined(separator: ", ")).
        palette: \(MarketPalette.greenRed.rawValue)

        # Whether a price lights up for a moment when it has moved: on or off.
        flashes: on

        # How often prices are redrawn: \(UpdateRate.allCases.map(\.rawValue).joined(separator: ", ")).
        update-rate: \(UpdateRate.live.rawValue)

        # Whether Prices shows coins and tokens apart, each below its title: on or off.
        sections: off

        # What stands beside a coin's symbol: \(IconStyle.allCases.map(\.rawValue).joined(separator: ", ")). auto is a picture where the terminal
        # shows pictures (it is asked), and a badge elsewhere.
        icons: \(IconStyle.auto.rawValue)

        # The clock that screens tell times by: \(TimeChoice.allCases.map(\.rawValue).joined(separator: ", ")). local is this machine's zone (TZ). What --json prints
        # is in UTC whatever stands here, and candles of a day or a week begin at midnight in UTC.
        times: \(TimeChoice.local.rawValue)

        # How charts on the whole screen are drawn. The scale: \(ChartScale.allCases.map(\.rawValue).joined(separator: ", ")).
        chart-scale: \(ChartScale.linear.rawValue)

        # What they show besides candles: none, or any of \(ChartPart.allCases.map(\.rawValue).joined(separator: ", ")), with commas between them.
        chart-parts: \(ChartPart.shownAtFirst.configText)

        # What charts are drawn with, by what the terminal's font has: \(BlockChoice.allCases.map(\.rawValue).joined(separator: ", ")).
        # eighths and halves are blocks, lines are of box drawing and the full block. auto is lines on the Linux console, whose fonts
        # often have no halves, else eighths, and ascii where nothing else can be sent.
        blocks: \(BlockChoice.auto.rawValue)

        # Colors, and how many: \(ColorChoice.names.joined(separator: ", ")). auto goes by NO_COLOR, COLORTERM and TERM, and by what the
        # terminal answers.
        color: auto

        # Keys: names as below, with ctrl-, alt- or shift- before them. Ctrl-C always quits.
        # A command that is given keys here listens to these alone; [] takes its keys away.
        keys:
        \(Keys().entries.map(table).joined(separator: "\n"))

        """
    }

    private static func color(_ color: ThemeColor) -> String {
        let value = Theme.dark[color].look(in: .xterm)?.name ?? ""
        return "#    \(color.name): \"\(value)\"".padded(toColumns: 44) + "# \(color.words)"
    }

    private static func table(_ name: String, _ entries: [KeyEntry]) -> String {
        let lines = entries.map { entry in
            let keys = entry.keys.map { quoted($0.name) }.joined(separator: ", ")
            return "#    \(entry.command): [\(keys)]".padded(toColumns: 44) + "# \(entry.title)"
        }
        return (["#  \(name):"] + lines).joined(separator: "\n")
    }

    /// Letters and words need no quotation marks; punctuation may mean something in YAML.
    private static func quoted(_ name: String) -> String {
        name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" } && name != "-" ? name : "\"\(name)\""
    }
}
