internal import Foundation
internal import Synchronization

/// How a currency is written: what CLDR says of it, through Foundation. Looked up once for each currency.
struct CurrencyFormat: Hashable, Sendable {
    /// `€`; where it has none of its own, its code.
    let symbol: String
    /// How many decimals its amounts have: 2 for EUR, 0 for JPY.
    let decimals: Int
    /// `Euro`
    let name: String

    /// Prices are in dollars until somebody chooses, and then nothing is looked up.
    static let usd = CurrencyFormat(symbol: "$", decimals: 2, name: "US Dollar")
    /// A coin is no currency to CLDR. Its unit is worth much, so prices in it have many decimals.
    static let coinDecimals = 8

    /// - Parameter code: of ISO 4217.
    static func of(_ code: String) -> CurrencyFormat {
        known.withLock { known in
            if let format = known[code] { return format }
            let format = lookUp(code)
            known[code] = format
            return format
        }
    }

    private static let known = Mutex<[String: CurrencyFormat]>(["USD": .usd])

    private static func lookUp(_ code: String) -> CurrencyFormat {
        let formatter = NumberFormatter()
        formatter.locale = Locale(identifier: "en_US")
        formatter.numberStyle = .currency
        formatter.currencyCode = code
        let symbol = formatter.currencySymbol ?? code
        // On Linux the formatter's properties are those of its locale's own currency; what it writes is right.
        let zero = formatter.string(from: 0) ?? "0.00"
        let decimals = zero.lastIndex(of: ".").map { zero[$0...].count(where: \.isNumber) } ?? 0
        return CurrencyFormat(
            symbol: symbol.isEmpty ? code : symbol,
            decimals: decimals,
            name: Locale(identifier: "en_US").localizedString(forCurrencyCode: code) ?? code
        )
    }
}
