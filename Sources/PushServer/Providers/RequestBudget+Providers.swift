/// The providers' limits. Plans differ and figures age, so where several are told, the lowest is taken; a limit that is met
/// all the same is told by the answer, and held to with `hold(until:)`.
extension RequestBudget {
    /// Calls of CoinMarketCap's free plan (providers.md section 1.9; not confirmed). The data changes every 60 s.
    package static let coinMarketCapCalls = Self(Window(30, per: .seconds(60)))

    /// Credits of CoinMarketCap's free plan, to be taken with `coinMarketCapCredits(coins:)` as the cost.
    package static let coinMarketCapCredits = Self(Window(15_000, per: .seconds(30 * 86_400)))

    /// Pictures lie on a network that serves files and tells no limit; a whole market's come within some minutes.
    package static let coinMarketCapPictures = Self(Window(600, per: .seconds(60)))

    /// Tickers and candles of Huobi: 100 calls in 10 s by the documentation of 2019, many more since (section 2.6).
    package static let huobiMarketData = Self(Window(100, per: .seconds(10)))

    /// The list of pairs; counted apart from the market data. 120 calls in 3 s are told today, by a secondary source.
    package static let huobiReferenceData = Self(Window(100, per: .seconds(10)))

    /// All of CryptoCompare together: 5 a second (2025), 300 a minute and 3000 an hour (2020), 7500 a day and 50,000 a
    /// month (2021) (section 3.6).
    package static let cryptoCompare = Self(
        Window(5, per: .seconds(1)),
        Window(300, per: .seconds(60)),
        Window(3000, per: .seconds(3600)),
        Window(7500, per: .seconds(86_400)),
        Window(50_000, per: .seconds(30 * 86_400))
    )

    /// What a listing of so many coins costs: a credit for every 200, started ones counted.
    package static func coinMarketCapCredits(coins: Int) -> Int { max(1, (coins + 199) / 200) }
}
