internal import TerminalKit

/// The colours by what they mean. Middle tones, legible on dark and on light backgrounds; where a bar has a background
/// of its own, it has a foreground, too. Nothing is told by colour alone.
enum Theme {
    // The colours that lists are full of come from the 256: half the bytes of any other, on each change of ink.
    static let up = Color.indexed(71)
    static let down = Color.indexed(203)
    static let gold = Color.hex(0xE3B341)
    static let accent = Color.indexed(75)
    static let faint = Color.indexed(245)

    static let plain = Style.plain
    static let muted = Style.foreground(faint)
    static let warning = Style.foreground(gold)
    static let problem = Style.foreground(down).bold
    static let title = Style.foreground(accent).bold
    static let link = Style.foreground(accent)

    /// Header and footer.
    static let bar = Style(foreground: .hex(0xB6BFC9), background: .hex(0x161B22))
    static let barMuted = Style(foreground: .hex(0x7D8590), background: .hex(0x161B22))
    static let product = Style(foreground: .hex(0x58A6FF), background: .hex(0x161B22)).bold
    static let tab = Style(foreground: .hex(0x9AA4AF), background: .hex(0x161B22))
    static let selectedTab = Style(foreground: .hex(0xF0F6FC), background: .hex(0x2B3644)).bold.underline
    static let keyCap = Style(foreground: .hex(0xE6EDF3), background: .hex(0x161B22)).bold

    static let selection = Style(foreground: .indexed(255), background: .hex(0x1F3552)).bold
    /// The ground of the column that a crosshair is on.
    static let ruler = Color.hex(0x26384F)
    static let match = Style.foreground(gold).underline
    // Written twice for each price that moves: white on a dark colour of the 256, which is legible everywhere and short.
    static let greenFlash = Style(foreground: .brightWhite, background: .indexed(22))
    static let redFlash = Style(foreground: .brightWhite, background: .indexed(88))
    // Underlined, so that it is seen how far they reach where there are no colours.
    static let field = Style(foreground: .hex(0xE6EDF3), background: .hex(0x1C232C)).underline
    static let focusedField = Style(foreground: .hex(0xF0F6FC), background: .hex(0x26384F)).underline

    static let settings = SettingStyles(row: plain, selected: selection, on: link.bold, note: muted)
}
