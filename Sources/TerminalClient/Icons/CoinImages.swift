internal import Shared
internal import TerminalKit

/// The coins' icons for every screen: the style that the user wants, and the pictures that have come.
@MainActor
final class CoinImages {
    private let model: IconModel
    private let local: LocalStore

    init(session: Session, local: LocalStore) {
        model = session.icons
        self.local = local
    }

    // MARK: Outputs

    var style: IconStyle { local.settings.icons }

    /// Nil if the picture has not come or is not wanted.
    func image(of coin: CoinID) -> Image? { images(of: [coin])[0] }

    /// The pictures of many coins. Looking at observed properties for each coin would cost more than finding its picture.
    func images(of coins: [CoinID?]) -> [Image?] {
        guard style == .auto else { return coins.map { _ in nil } }
        let icon = model.icons
        return coins.map { coin in
            coin.flatMap { coin in icon(coin).flatMap { Image(id: coin.rawValue, png: $0.png) } }
        }
    }

    // MARK: Inputs

    /// Tells which pictures the screen would show now, on a terminal that shows pictures.
    func shown(_ images: [UInt32]) { if style == .auto { model.shown(images.map { CoinID($0) }) } }
}

/// The mark beside a coin's symbol.
package enum IconStyle: String, CaseIterable, Sendable {
    /// The coin's picture if the terminal shows pictures; its badge elsewhere, and until the picture has come.
    case auto
    case badges
    case off
}
