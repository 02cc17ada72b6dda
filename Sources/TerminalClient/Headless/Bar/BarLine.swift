package import Shared

/// A few prices on one line, for a status bar.
package struct BarLine: Equatable, Sendable {
    /// One coin of the line.
    struct Item: Equatable, Sendable {
        let symbol: String
        /// With its currency unless that is the dollar; `-` if unknown.
        let price: String
        /// With its sign: `+2.31%`. Nil if unknown.
        let change: String?
        let trend: Trend
        /// The source of the price and its age: `Huobi live`. Nil if there is no price.
        let origin: String?
    }

    enum Trend: String, Equatable, Sendable {
        case up, down, flat
        /// The price's source is silent, the server sends nothing new, or the server cannot be reached.
        case old
    }

    let items: [Item]
    /// Each source of the line, with the age of its oldest price: `Huobi live`, `CoinMarketCap 14 min`. Before them
    /// stands `mock market` if the server makes its prices up.
    let origins: [String]

    package var isEmpty: Bool { items.isEmpty }

    /// - Parameters:
    ///   - quotes: in the order of the line.
    ///   - table: the market that they belong to.
    ///   - money: the currency for prices.
    ///   - isLive: whether the server can be reached.
    ///   - isMock: whether it makes its prices up.
    ///   - now: the server's time.
    package init(
        _ quotes: [Quote],
        in table: MarketTable,
        money: ShownCurrency,
        isLive: Bool,
        isMock: Bool = false,
        at now: MarketTime
    ) {
        let ages = quotes.map { $0.mantissa == nil ? nil : table.age(of: $0.pricing, at: now) }
        origins = (isMock ? [Self.mock] : []) + Self.origins(ages.compactMap(\.self))
        items = zip(quotes, ages).map { quote, age in
            let change = quote.dayChange.map { ChangeText($0) }
            let source = table.source(quote.pricing.source)
            let isOld = !isLive || table.isOld(quote.pricing) || source.map { $0.state(at: now) != .live } ?? true
            return Item(
                symbol: quote.instrument.symbol.escaped,
                price: money.priceText(quote).map { PriceText($0).full + money.suffix } ?? "-",
                change: change.map { "\($0.withSign)" },
                trend: isOld ? .old : change?.trend ?? .flat,
                origin: age.map(Self.words)
            )
        }
    }

    private static let mock = StatusWords.mockMarket.text

    private static func origins(_ ages: [PriceAge]) -> [String] {
        var oldest: [PriceAge] = []
        for age in ages {
            guard let index = oldest.firstIndex(where: { $0.source.number == age.source.number }) else {
                oldest.append(age)
                continue
            }
            if age.isOlder(than: oldest[index]) { oldest[index] = age }
        }
        return oldest.map(words)
    }

    private static func words(_ age: PriceAge) -> String {
        "\(age.source.provider.escaped) \(age.isLive ? "live" : age.age.map(DurationText.words) ?? "age not known")"
    }
}

extension PriceAge {
    /// An unknown age counts as the oldest.
    fileprivate func isOlder(than other: PriceAge) -> Bool {
        guard let age else { return true }
        return other.age.map { $0 < age } ?? false
    }
}

extension ChangeText {
    fileprivate var trend: BarLine.Trend {
        switch direction {
        case .up: .up
        case .down: .down
        case .none: .flat
        }
    }
}
