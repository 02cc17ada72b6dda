internal import Shared
internal import TerminalKit

/// The coins' icons for every screen: the style that the user wants, and the pictures that have come.
@MainActor
final class CoinIcons {
    private let model: IconModel
    private let local: LocalStore

    init(session: Session, local: LocalStore) {
        model = session.icons
        self.local = local
    }

    // MARK: Outputs

    var style: IconStyle { local.settings.icons }

    /// Nil if the picture has not come or is not wanted.
    func image(of coin: CoinID) -> Image? {
        guard style == .auto else { return nil }
        return model.icon(of: coin).flatMap { Image(id: coin.rawValue, png: $0.png) }
    }

    // MARK: Inputs

    /// Tells which pictures the screen would show now, on a terminal that shows pictures.
    func shown(_ images: [UInt32]) { if style == .auto { model.shown(images.map { CoinID($0) }) } }
}

/// What stands beside a coin's symbol.
package enum IconStyle: String, CaseIterable, Sendable {
    /// The coin's picture if the terminal shows pictures; its badge elsewhere, and until the picture has come.
    case auto
    case badges
    case off
}
