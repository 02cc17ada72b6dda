internal import Shared
internal import TerminalKit

/// The coins' icons as every screen shows them: which kind the user wants, and the pictures that are there.
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

    /// Nil while there is none, and where none is wanted.
    func image(of coin: CoinID) -> Image? {
        guard style == .auto else { return nil }
        return model.icon(of: coin).flatMap { Image(id: coin.rawValue, png: $0.png) }
    }

    // MARK: Inputs

    /// The pictures that the screen would have now, of a terminal that shows pictures.
    func shown(_ images: [UInt32]) { if style == .auto { model.shown(images.map { CoinID($0) }) } }
}
