package import Shared

/// A favorite as JSON.
package struct FavoriteReport: Encodable, Sendable {
    let id: UInt32
    let symbol: String?
    let name: String?
    let price: String?
    let source: String?
    let age: Int64?
    let live: Bool
    let change24h: Double?

    enum CodingKeys: String, CodingKey {
        case id, symbol, name, price, source, live
        case age = "age_ms"
        case change24h = "change_24h"
    }

    /// - Parameter now: by the server's clock.
    package init(_ favorite: Favorite, in table: MarketTable, at now: MarketTime) {
        let quote = table.row(of: favorite.coin).map { table[$0] }
        id = favorite.coin.rawValue
        symbol = quote?.instrument.symbol
        name = quote?.instrument.name
        price = quote?.priceText
        let priceAge = quote.flatMap { $0.mantissa == nil ? nil : table.age(of: $0.pricing, at: now) }
        source = priceAge?.source.provider
        age = priceAge?.age?.milliseconds
        live = priceAge?.isLive ?? false
        change24h = quote?.dayChange.map { Double($0.hundredths) / 100 }
    }
}

/// The settings as JSON.
package struct SettingsReport: Encodable, Sendable {
    let klineSource: String
    let coinsOnly: Bool
    let keepFavorites: Bool

    enum CodingKeys: String, CodingKey {
        case klineSource = "kline_source"
        case coinsOnly = "coins_only"
        case keepFavorites = "keep_favorites"
    }

    package init(_ settings: UserSettings) {
        klineSource = settings.klineSource.rawValue
        coinsOnly = settings.coinsOnly
        keepFavorites = settings.keepFavorites
    }

    /// All in one line.
    var line: String {
        "candles from \(klineSource), coins only \(coinsOnly ? "on" : "off"), keep favorites \(keepFavorites ? "on" : "off")"
    }

    /// One setting a line.
    package var text: String {
        """
        kline-source    \(klineSource)
        coins-only      \(coinsOnly ? "on" : "off")
        keep-favorites  \(keepFavorites ? "on" : "off")
        """
    }
}
