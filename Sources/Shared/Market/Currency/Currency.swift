/// What prices can be shown in: one of those that a server offers.
public struct Currency: Hashable, Sendable {
    /// As it is stored, sent and shown: `EUR` (ISO 4217), or a coin's symbol.
    public let name: String
    /// Where it is a coin: its price in the market is the rate.
    public let coin: CoinID?

    public init(_ name: String, coin: CoinID? = nil) { (self.name, self.coin) = (name, coin) }

    /// What the market's prices are in.
    public static let usd = Currency("USD")
    public static let bitcoin = Currency("BTC", coin: CoinID(1))
    public static let ether = Currency("ETH", coin: CoinID(1027))
}

extension Settings {
    /// What prices are shown in, on all of a user's terminals.
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
    /// - Parameter typed: its name in whatever case.
    /// - Returns: nil: it is not offered.
    public func currency(typed: String) -> Currency? {
        currencies.first { $0.name.lowercased() == typed.lowercased() }
    }

    /// What a user's prices are shown in. What is not offered counts as the first that is, and a server that offers nothing knows USD.
    public func currency(of user: UserTable) -> Currency {
        let stored = user.storedText(of: Settings.currency)
        return currencies.first { $0.name == stored } ?? currencies.first ?? .usd
    }
}
