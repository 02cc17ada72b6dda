import ArgumentParser
import Foundation
import PushServer
import Shared

/// Where the live market comes from.
struct ProviderOptions: ParsableArguments {
    @Option(help: "How many of the best ranked coins a live market has.")
    var coins = 1000

    @Option(
        help: "What the plan of the CoinMarketCap key allows in a month; the listing is asked for as often as it lasts."
    )
    var coinmarketcapCredits = 15_000

    @Option(help: ArgumentHelp("Ask here instead of CoinMarketCap's own hosts.", valueName: "url"))
    var coinmarketcapUrl: String?

    @Option(help: ArgumentHelp("Ask here for icons instead of CoinMarketCap's own host.", valueName: "url"))
    var coinmarketcapPicturesUrl: String?

    @Option(help: ArgumentHelp("Ask here instead of Huobi's own hosts.", valueName: "url"))
    var huobiUrl: String?

    @Option(help: ArgumentHelp("Ask here instead of CryptoCompare's own hosts.", valueName: "url"))
    var cryptocompareUrl: String?

    func validate() throws {
        guard 1...MarketTable.rowsMax ~= coins else {
            throw ValidationError("--coins \(coins) is out of range; use 1 to \(MarketTable.rowsMax)")
        }
        guard coinmarketcapCredits > 0 else {
            throw ValidationError("--coinmarketcap-credits \(coinmarketcapCredits) is out of range; use 1 or more")
        }
        for url in bases.values where WebAddress(url) == nil {
            throw ValidationError("'\(url)' is no http or https address")
        }
    }

    var market: ServerConfiguration.Market {
        var market = ServerConfiguration.Market(environment: environment)
        market.coinMarketCapKey = Self.key("TICKWIRE_COINMARKETCAP_KEY")
        market.cryptoCompareKey = Self.key("TICKWIRE_CRYPTOCOMPARE_KEY")
        market.coins = coins
        if market.coinMarketCapKey != nil { market.pace(creditsPerMonth: coinmarketcapCredits) }
        return market
    }

    private var environment: ProviderEnvironment {
        bases.isEmpty ? .production : .staging(replacing: bases)
    }

    private var bases: [Provider: String] {
        let named = [
            (Provider.coinMarketCap, coinmarketcapUrl), (.coinMarketCapPictures, coinmarketcapPicturesUrl),
            (.huobi, huobiUrl), (.cryptoCompare, cryptocompareUrl),
        ]
        return Dictionary(uniqueKeysWithValues: named.compactMap { provider, url in url.map { (provider, $0) } })
    }

    private static func key(_ variable: String) -> APIKey? {
        ProcessInfo.processInfo.environment[variable].flatMap(APIKey.init)
    }
}
