internal import TerminalKit

/// The colours of rising and falling prices, which not everybody can tell apart or means the same by. Direction is told by
/// arrows, signs and fill as well, whatever the colours.
package enum MarketPalette: String, CaseIterable, Sendable {
    case greenRed = "green/red"
    case redGreen = "red/green"
    case blueOrange = "blue/orange"
    case mono

    var up: Color {
        switch self {
        case .greenRed: Theme.up
        case .redGreen: Theme.down
        case .blueOrange: .indexed(75)
        case .mono: .terminalDefault
        }
    }

    var down: Color {
        switch self {
        case .greenRed: Theme.down
        case .redGreen: Theme.up
        case .blueOrange: .indexed(173)
        case .mono: Theme.faint
        }
    }

    /// Of a price that has just risen.
    var flashUp: Style {
        switch self {
        case .greenRed: Theme.greenFlash
        case .redGreen: Theme.redFlash
        case .blueOrange: Style(foreground: .brightWhite, background: .indexed(24))
        case .mono: .reverse
        }
    }

    /// Of a price that has just fallen.
    var flashDown: Style {
        switch self {
        case .greenRed: Theme.redFlash
        case .redGreen: Theme.greenFlash
        case .blueOrange: Style(foreground: .brightWhite, background: .indexed(94))
        case .mono: .underline
        }
    }
}
