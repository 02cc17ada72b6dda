internal import TerminalKit

/// The styles that views use, named by meaning. They use roles, to which the theme gives colors. No meaning depends on
/// color alone.
extension Theme {
    static let up = Color.theme(.green)
    static let down = Color.theme(.red)
    static let gold = Color.theme(.gold)

    static let plain = Style.plain
    static let muted = Style.foreground(.theme(.muted))
    static let warning = Style.foreground(gold)
    static let problem = Style.foreground(down).bold
    static let title = Style.foreground(.theme(.accent)).bold
    static let link = Style.foreground(.theme(.accent))
    /// A price that is older than it should be.
    static let old = Style.plain.dim

    /// The background of header and footer.
    static let bar = Style(foreground: .theme(.barText), background: .theme(.bar))
    static let barMuted = Style(foreground: .theme(.barMuted), background: .theme(.bar))
    static let product = Style(foreground: .theme(.accent), background: .theme(.bar)).bold
    static let tab = bar
    static let selectedTab = Style(foreground: .theme(.strong), background: .theme(.raised)).bold.underline
    static let keyCap = Style(foreground: .theme(.strong), background: .theme(.bar)).bold

    static let selection = Style(foreground: .theme(.strong), background: .theme(.selection)).bold
    /// The background of the column under the crosshair.
    static let ruler = Color.theme(.raised)
    static let match = Style.foreground(gold).underline
    // Underlined, so that a field's extent is visible without colors.
    static let field = Style(foreground: .theme(.strong), background: .theme(.bar)).underline
    static let focusedField = Style(foreground: .theme(.strong), background: .theme(.raised)).underline

    static let settings = SettingStyles(row: plain, selected: selection, on: link.bold)

    static func flash(_ ground: ThemeColor) -> Style {
        Style(foreground: .theme(.flashText), background: .theme(ground))
    }

    /// One pair of badge colors. It is reversed, so that it has a background without colors, too.
    static func badge(_ index: Int) -> Style {
        let pair = BadgeColors.pair(index)
        return Style(foreground: .role(pair.ground), background: .role(pair.ink)).reverse.bold
    }
}
