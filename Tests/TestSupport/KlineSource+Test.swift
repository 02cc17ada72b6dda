package import Shared

extension KlineSource {
    package static let huobi = KlineSource(name: "huobi", title: "Huobi")
    package static let binance = KlineSource(name: "binance", title: "Binance")
    package static let cryptoCompare = KlineSource(name: "cryptocompare", title: "CryptoCompare")
}

extension ServerOffers {
    /// Those of a server that makes its prices up.
    package static let mock: ServerOffers = {
        var offers = ServerOffers.test
        offers.isMock = true
        return offers
    }()

    package static let test = ServerOffers(
        klineSources: [.huobi, .binance, .cryptoCompare],
        currencies: [.usd, Currency("EUR"), Currency("JPY"), .bitcoin]
    )
}

extension UserTable {
    /// Where a server with these offers takes the user's candles from.
    package var klineSource: KlineSource? { ServerOffers.test.klineSource(of: self) }
}

extension Mutation {
    package static func set(_ source: KlineSource) -> Mutation {
        set(Settings.klineSource, to: source.name)
    }
}
