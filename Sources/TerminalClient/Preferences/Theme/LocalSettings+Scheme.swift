package import TerminalKit

extension LocalSettings {
    /// The colors for a terminal. A theme that was chosen by name paints the page, because the terminal's own page may
    /// not suit it. With `auto`, the theme follows the terminal.
    package func scheme(on terminal: TerminalColors) -> ColorScheme {
        if let chosen = themes.first(where: { $0.name == theme }) { return chosen.scheme(paintsPage: true) }
        return (terminal.isLight == true ? Theme.light : .dark).scheme(paintsPage: false)
    }
}
