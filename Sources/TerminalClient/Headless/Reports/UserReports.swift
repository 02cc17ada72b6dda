package import Shared

/// A favorite as JSON.
package struct FavoriteReport: ReportRow, Sendable {
    let id: UInt32
    let symbol: String?
    let name: String?
    let price: String?
    let currency: String
    let source: String?
    let age: Int64?
    let live: Bool
    let change24h: Double?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case id, symbol, name, price, currency, source, live
        case age = "age_ms"
        case change24h = "change_24h"
    }

    package static var fields: [String] { CodingKeys.allCases.map(\.rawValue) }

    /// - Parameter now: the server's time.
    package init(_ favorite: ListItem, in table: MarketTable, at now: MarketTime, money: ShownCurrency) {
        let quote = table.row(of: favorite.coin).map { table[$0] }
        id = favorite.coin.rawValue
        symbol = quote?.instrument.symbol
        name = quote?.instrument.name
        (price, currency) = (quote.flatMap(money.priceText), money.name)
        let priceAge = quote.flatMap { $0.mantissa == nil ? nil : table.age(of: $0.pricing, at: now) }
        source = priceAge?.source.provider
        age = priceAge?.age?.milliseconds
        live = priceAge?.isLive ?? false
        change24h = quote?.dayChange.map { Double($0.hundredths) / 100 }
    }
}

/// The settings that all terminals share, each with its stored value. A source of candles has the name that it has
/// everywhere.
package struct SettingsReport: Sendable {
    private let settings: [(setting: DescribedSetting, text: String)]

    package init(_ table: UserTable, _ offers: ServerOffers) {
        settings = Settings.all.map { setting in
            let text = table.storedText(of: setting) ?? setting.standard(offers) ?? "-"
            return (setting, setting.values(offers).first { $0.text == text }?.title ?? text)
        }
    }

    /// All settings in one line.
    var line: String {
        settings.map { setting, text in
            "\(setting.title.prefix(1).lowercased())\(setting.title.dropFirst()) \(text.escaped)"
        }
        .joined(separator: ", ")
    }

    /// One setting in each line, with its title on the screen.
    package var text: String {
        let rows = settings.map { setting, text in [setting.name, setting.title, text.escaped] }
        return TextTable.text(of: [["NAME", "ON THE SCREEN", "VALUE"]] + rows, isText: [true, true, true])
    }
}

extension SettingsReport: ReportRow {
    package static var fields: [String] { Settings.all.map { $0.name.replacing("-", with: "_") } }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { return nil }
    }

    /// Settings that are on or off become true or false.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        for (setting, text) in settings {
            let name = Name(stringValue: setting.name.replacing("-", with: "_"))
            if !setting.isOffered, setting.values(ServerOffers()).map(\.text) == Bool.offered.map(\.text),
                let isOn = Bool.offered.first(where: { $0.text == text })
            {
                try container.encode(isOn, forKey: name)
            } else {
                try container.encode(text, forKey: name)
            }
        }
    }
}
