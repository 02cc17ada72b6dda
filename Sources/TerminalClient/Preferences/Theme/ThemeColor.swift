internal import TerminalKit

/// The roles to which a theme gives colors. The raw value is the role's number in a `ColorScheme`. The configuration
/// file lists them in this order.
enum ThemeColor: UInt8, CaseIterable, Sendable {
    case text, page
    case strong, muted, accent, gold
    case green, red, blue, orange
    case bar, barText, barMuted
    case raised, selection
    case greenFlash, redFlash, blueFlash, orangeFlash, flashText

    /// `barText` is `bar-text`.
    var name: String { "\(self)".map { $0.isUppercase ? "-\($0.lowercased())" : String($0) }.joined() }

    /// The purpose of the role, in the words of the configuration file.
    var words: String {
        switch self {
        case .text: "text"
        case .page: "the background of the screen"
        case .strong: "text that stands out: of the selected row, fields and keys"
        case .muted: "less important text"
        case .accent: "titles and links"
        case .gold: "stars, warnings and what the filter has found"
        case .green: "prices that rise, by the palette green/red"
        case .red: "prices that fall, and problems"
        case .blue: "prices that rise, by the palette blue/orange"
        case .orange: "prices that fall, by the palette blue/orange"
        case .bar: "the background of the header, the footer and fields"
        case .barText: "text of the header and the footer"
        case .barMuted: "less important text there"
        case .raised: "the background of the chosen tab, of the field you type in, and of the crosshair"
        case .selection: "the background of the selected row"
        case .greenFlash, .redFlash, .blueFlash, .orangeFlash: "the background of a price that has just moved"
        case .flashText: "text of a price that has just moved"
        }
    }

    /// The backgrounds on which the role is painted as an ink.
    var grounds: [ThemeColor] {
        switch self {
        case .text: [.page, .bar, .raised]
        case .strong: [.page, .bar, .raised, .selection]
        case .muted, .accent, .gold, .green, .red, .blue, .orange: [.page, .bar, .raised, .selection]
        case .barText, .barMuted: [.bar]
        case .flashText: [.greenFlash, .redFlash, .blueFlash, .orangeFlash]
        case .page, .bar, .raised, .selection, .greenFlash, .redFlash, .blueFlash, .orangeFlash: []
        }
    }
}

extension Color {
    static func theme(_ color: ThemeColor) -> Color { .role(color.rawValue) }
}
