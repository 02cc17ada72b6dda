import Shared
import Testing

@testable import TerminalClient

struct HoldingWordsTests {
    /// - Parameter decimals: those of the currency: 2 for dollars, 0 for yen, 8 for bitcoin.
    @Test(arguments: [
        ("0.0000123", 2, "0.0000123"), ("0.00000000512345", 2, "0.00000000512"), ("0.5", 2, "0.50"),
        ("1.4876", 2, "1.49"), ("64123.456", 2, "64123.46"), ("1.4876", 0, "1.49"), ("149.6", 0, "150"),
        ("0.00000000012345", 8, "0.000000000123"), ("0", 2, "0.00"), ("0.000000000000000000001", 2, "0.00"),
    ])
    func aPriceKeepsThreeSignificantDigits(price: String, decimals: Int, text: String) throws {
        #expect(try #require(BigDecimal(price)).priceText(decimals: decimals) == text)
    }
}
