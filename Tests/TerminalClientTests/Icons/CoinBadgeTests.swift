import Shared
import TerminalKit
import Testing

@testable import TerminalClient

/// Two letters on a background of the coin's own color, legible with any number of colors.
struct CoinBadgeTests {
    @Test(arguments: [
        ("BTC", "BT"), ("s", "S "), ("$myro", "MY"), ("1INCH", "1I"), ("币安人生", "币"), ("A币", "A "), ("", "  "),
        ("$", "  "),
        ("ß", "SS"), ("e\u{301}x", "E\u{301}X"),
    ])
    func theLettersAreTheSymbolsFirst(symbol: String, letters: String) {
        let badge = CoinBadge(CoinID(1), symbol: symbol)
        #expect(badge.text == letters)
        #expect(badge.text.columnCount == CoinBadge.width)
    }

    @Test func aCoinAlwaysHasTheSameColorWhateverItsName() {
        let one = CoinBadge(CoinID(1027), symbol: "ETH")
        #expect(one.style == CoinBadge(CoinID(1027), symbol: "ETH2").style)
        let styles = Set((1...50).map { CoinBadge(CoinID($0), symbol: "X").style })
        #expect(styles.count > 8, "neighbours in the list differ")
    }

    @Test func badgesUseOnlyTheFewColors() {
        for number in [UInt32.min, 1, 2_654_435_761, .max] {
            #expect(CoinBadge(CoinID(number), symbol: "X").style.attributes == [.reverse, .bold])
        }
    }
}
