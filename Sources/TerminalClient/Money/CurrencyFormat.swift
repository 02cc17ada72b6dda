internal import Foundation
internal import Synchronization

/// How a currency is written, by Unicode CLDR through Foundation. Looked up once for each currency.
struct CurrencyFormat: Hashable, Sendable {
    /// `€`, or the currency's code if it has no symbol.
    let symbol: String
    /// How many decimals amounts have: 2 for EUR, 0 for JPY.
    let decimals: Int
    /// `Euro`
    let name: String

    /// Dollars need no look-up, so most terminals never make one.
    static let usd = CurrencyFormat(symbol: "$", decimals: 2, name: "US Dollar")
    /// CLDR does not know coins. One coin is worth much, so prices in coins have many decimals.
    static let coinDecimals = 8

    /// - Parameter code: an ISO 4217 code.
    static func of(_ code: String) -> CurrencyFormat {
        known.withLock { known in
            if let format = known[code] { return format }
            let format = lookUp(code)
            known[code] = format
            return format
        }
    }

    /// Whether CLDR knows the code as a currency, of today or of the past.
    static func isKnown(_ code: String) -> Bool {
        guard code.utf8.count == 3 else { return false }
        return Locale(identifier: "en_US").localizedString(forCurrencyCode: code).map { $0 != code } ?? false
    }

    private static let known = Mutex<[String: CurrencyFormat]>(["USD": .usd])

    private static func lookUp(_ code: String) -> CurrencyFormat {
        let formatter = NumberFormatter()
        formatter.locale = Locale(identifier: "en_US")
        formatter.numberStyle = .currency
        formatter.currencyCode = code
        let symbol = formatter.currencySymbol ?? code
        // On Linux, the formatter's properties describe the currency of its locale, but what it writes is right.
        let zero = formatter.string(from: 0) ?? "0.00"
        let decimals = zero.lastIndex(of: ".").map { zero[$0...].count(where: \.isNumber) } ?? 0
        return CurrencyFormat(
            symbol: symbol.isEmpty ? code : symbol,
            decimals: decimals,
            name: Locale(identifier: "en_US").localizedString(forCurrencyCode: code) ?? code
        )
    }
}
