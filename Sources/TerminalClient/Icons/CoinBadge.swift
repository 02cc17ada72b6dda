internal import Shared
internal import TerminalKit

/// Two letters on a ground in the coin's own colour: what stands for a coin where there is no picture of it.
struct CoinBadge: Equatable, Sendable {
    static let width = 2

    /// As wide as a badge.
    let text: String
    let style: Style

    init(_ coin: CoinID, symbol: String) {
        text = Self.letters(of: symbol).padded(toColumns: Self.width)
        // Reversed, so that the ground is there without colours, too.
        style = Style(foreground: Self.ground(of: coin), background: Self.ink).reverse.bold
    }

    private static let ink = Color.indexed(231)

    /// Of the 256, which cost half the bytes of any other: all of them dark enough for white letters.
    private static let grounds: [UInt8] = [25, 61, 97, 125, 131, 130, 94, 64, 29, 30, 60, 96]

    /// The same everywhere and always. Any odd factor would scatter the colours as well; with this one most of the largest coins
    /// get those that they are known by.
    private static func ground(of coin: CoinID) -> Color {
        .indexed(grounds[Int(coin.rawValue &* 811_957_543 >> 16) % grounds.count])
    }

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
