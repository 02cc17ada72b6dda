/// How a currency is written, by Unicode CLDR.
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
        code == "USD" ? .usd : known[code] ?? CurrencyFormat(symbol: code, decimals: 2, name: code)
    }

    /// Whether CLDR knows the code as a currency, of today or of the past.
    static func isKnown(_ code: String) -> Bool { known[code] != nil }

    private static let known = Dictionary(
        uniqueKeysWithValues: CurrencyTable.lines.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: "\t")
            guard fields.count == 4, let decimals = Int(fields[2]) else { return nil }
            return (
                String(fields[0]),
                CurrencyFormat(symbol: String(fields[1]), decimals: decimals, name: String(fields[3]))
            )
        } as [(String, CurrencyFormat)]
    )
}
