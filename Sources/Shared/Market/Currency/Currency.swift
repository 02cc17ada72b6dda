/// A currency in which prices can be shown: one of those that a server offers.
public struct Currency: Hashable, Sendable {
    /// The stored, sent and shown name: an ISO 4217 code such as `EUR`, or a coin's symbol.
    public let name: String
    /// The coin, if the currency is one. Its price in the market is the rate.
    public let coin: CoinID?

    public init(_ name: String, coin: CoinID? = nil) { (self.name, self.coin) = (name, coin) }

    /// The currency of the market's prices.
    public static let usd = Currency("USD")
    public static let bitcoin = Currency("BTC", coin: CoinID(1))
    public static let ether = Currency("ETH", coin: CoinID(1027))
    /// The coins that are currencies.
    public static let coins = [bitcoin, ether]
}

extension Settings {
    /// The currency of shown prices, on all of a user's terminals.
    public static let currency = DescribedSetting(
        "currency",
        title: "Currency",
        shortTitle: "Currency",
        summary: "what prices are shown in",
        values: { offers in
            offers.currencies.map { currency in
                DescribedSetting.Choice(
                    text: currency.name,
                    title: currency.name,
                    explanation: currency.coin == nil
                        ? "Prices are shown in \(currency.name)."
                        : "Prices are shown in \(currency.name), and charts in USD."
                )
            }
        }
    )
}

extension ServerOffers {
    /// - Parameter typed: the name in any case.
    /// - Returns: nil if it is not offered.
    public func currency(typed: String) -> Currency? {
        currencies.first { $0.name.lowercased() == typed.lowercased() }
    }

    /// The currency of a user's prices. A currency that is not offered counts as the first offered one. If the server
    /// offers none, it is USD.
    public func currency(of user: UserTable) -> Currency {
        let stored = user.storedText(of: Settings.currency)
        return currencies.first { $0.name == stored } ?? currencies.first ?? .usd
    }
}
