internal import TerminalKit

/// The colors of rising and falling prices. Not everybody can tell them apart or gives them the same meaning, so
/// arrows, signs and fill show the direction, too.
package enum MarketPalette: String, CaseIterable, Sendable {
    case greenRed = "green/red"
    case redGreen = "red/green"
    case blueOrange = "blue/orange"
    case mono

    var up: Color {
        switch self {
        case .greenRed: Theme.up
        case .redGreen: Theme.down
        case .blueOrange: .theme(.blue)
        case .mono: .terminalDefault
        }
    }

    var down: Color {
        switch self {
        case .greenRed: Theme.down
        case .redGreen: Theme.up
        case .blueOrange: .theme(.orange)
        case .mono: .theme(.muted)
        }
    }

    /// The style of a price that has just risen.
    var flashUp: Style {
        switch self {
        case .greenRed: Theme.flash(.greenFlash)
        case .redGreen: Theme.flash(.redFlash)
        case .blueOrange: Theme.flash(.blueFlash)
        case .mono: .reverse
        }
    }

    /// The style of a price that has just fallen.
    var flashDown: Style {
        switch self {
        case .greenRed: Theme.flash(.redFlash)
        case .redGreen: Theme.flash(.greenFlash)
        case .blueOrange: Theme.flash(.orangeFlash)
        case .mono: .underline
        }
    }
}
