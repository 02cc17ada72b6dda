internal import Shared
internal import TerminalKit

/// Two letters in the coin's own hue, light on dark: what stands for a coin where there is no picture of it.
struct CoinBadge: Equatable, Sendable {
    static let width = 2

    /// As wide as a badge.
    let text: String
    let style: Style

    init(_ coin: CoinID, symbol: String) {
        text = Self.letters(of: symbol).padded(toColumns: Self.width)
        let hue = Self.hue(of: coin)
        // Reversed, so that there is a ground without colours, too.
        style = Style(foreground: .hex(hue.ground), background: .hex(hue.ink)).reverse.bold
    }

    /// Quiet grounds, so little coloured that among sixteen colours they are black, for in a list they touch each other; letters that are legible on them on dark and on light screens.
    private static let hues: [(ink: UInt32, ground: UInt32)] = [
        (0xF0A868, 0x4A2C12), (0xE3C45C, 0x453710), (0xB5CC5E, 0x353E12), (0x6FD08C, 0x123D22), (0x55CFC0, 0x0E3F3B),
        (0x63C3EE, 0x0F3A4E), (0x7DB2FF, 0x1D3358), (0xA3A3FF, 0x2A2A66), (0xC79BFF, 0x3E2563), (0xEE94D6, 0x511F45),
        (0xFF8E7D, 0x52211A), (0xAEBBCB, 0x2D3745),
    ]

    /// The same everywhere and always. Any odd factor scatters the hues; with this one most of the largest coins get those that they
    /// are known by.
    private static func hue(of coin: CoinID) -> (ink: UInt32, ground: UInt32) {
        hues[Int((coin.rawValue &* 4_014_779_475) >> 16) % hues.count]
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
