internal import Shared
internal import TerminalKit

/// Two letters in the coin's own hue, in place of a picture.
struct CoinBadge: Equatable, Sendable {
    static let width = 2

    /// The letters, padded to the width of a badge.
    let text: String
    let style: Style

    init(_ coin: CoinID, symbol: String) {
        text = Self.letters(of: symbol).padded(toColumns: Self.width)
        style = Theme.badge(Self.hue(of: coin))
    }

    /// The hue depends only on the coin, so it is the same everywhere. Any odd factor scatters the hues. With this one,
    /// most of the largest coins get their familiar color.
    private static func hue(of coin: CoinID) -> Int { Int((coin.rawValue &* 4_014_779_475) >> 16) % BadgeColors.count }

    private static func letters(of symbol: String) -> String {
        var text = ""
        for character in symbol where character.isLetter || character.isNumber {
            let longer = text + character.uppercased()
            guard longer.columnCount <= width else { break }
            text = longer
        }
        return text
    }
}
