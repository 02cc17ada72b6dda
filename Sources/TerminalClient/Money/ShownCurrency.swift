package import Shared

/// What prices are shown in now: the user's currency, or US dollars where there is no rate. Converts, and rounds for the eye only.
package struct ShownCurrency: Hashable, Sendable {
    /// The one that prices are shown in.
    package let currency: Currency
    let format: CurrencyFormat
    /// Nil: prices are in dollars already.
    private let conversion: Conversion?
    /// The one that the user has chosen and that has no rate; nil: all is well.
    package private(set) var missing: String?
    /// The table that the rate is from; nil: no table is needed.
    package private(set) var rates: ExchangeRates?

    package static let usd = ShownCurrency(.usd, .usd, nil)

    private init(_ currency: Currency, _ format: CurrencyFormat, _ conversion: Conversion?) {
        (self.currency, self.format, self.conversion) = (currency, format, conversion)
    }

    /// - Parameters:
    ///   - currency: as the user has chosen it.
    ///   - rates: nil: the server has told none.
    ///   - market: has the prices of coins.
    package init(_ currency: Currency, rates: ExchangeRates?, in market: MarketTable) {
        guard currency != .usd else {
            self = .usd
            return
        }
        if let coin = currency.coin {
            let price = market.row(of: coin).flatMap { market[$0].exactPrice }
            if let conversion = price.flatMap(Conversion.init(coinPrice:)) {
                let format = CurrencyFormat(
                    symbol: currency.name,
                    decimals: CurrencyFormat.coinDecimals,
                    name: market.row(of: coin).map { market.instrument(ofRow: $0).name } ?? currency.name
                )
                self.init(currency, format, conversion)
                return
            }
        } else if let conversion = rates?.conversion(to: currency.name) {
            self.init(currency, CurrencyFormat.of(currency.name), conversion)
            self.rates = rates
            return
        }
        self = .usd
        missing = currency.name
    }

    package var isUSD: Bool { conversion == nil }
    /// What one dollar is; nil: prices are in dollars already.
    package var rate: Conversion? { conversion }
    /// `EUR`
    package var name: String { currency.name }
    /// What is written behind a price: nothing for dollars, as nobody has asked for another currency.
    var suffix: String { isUSD ? "" : " " + name }
    /// What is written before a short amount.
    var prefix: String {
        if isUSD { return "" }
        return format.symbol.last?.isLetter == true ? format.symbol + " " : format.symbol
    }
    /// What figures of the past are in. A coin's price of today says nothing about what another coin cost in it a week ago.
    package var forHistory: ShownCurrency { currency.coin == nil ? self : .usd }

    /// For drawing, sorting and short amounts.
    func amount(_ dollars: Double) -> Double { conversion.map { dollars * $0.approximate } ?? dollars }

    /// With how many decimals a price is written that has so many in dollars: as many digits as before, and no fewer decimals than the
    /// currency has.
    func decimals(_ dollarDecimals: Int) -> Int {
        guard let conversion else { return dollarDecimals }
        var (shift, factor) = (0, conversion.approximate)
        // The power of ten that is nearest to the factor.
        while factor >= 3.1623, shift < Self.shiftMax { (shift, factor) = (shift + 1, factor / 10) }
        while factor < 0.31623, shift > -Self.shiftMax { (shift, factor) = (shift - 1, factor * 10) }
        return max(format.decimals, min(ExactDecimal.decimalsMax, dollarDecimals - shift))
    }

    private static let shiftMax = 18

    /// - Parameter decimals: to round to.
    /// - Returns: nil where the result has more digits than can be held.
    func converted(_ dollars: ExactDecimal, decimals: Int) -> ExactDecimal? {
        conversion.map { $0.converted(dollars, decimals: decimals) } ?? dollars
    }

    /// A quote's price in digits; nil: it has none, or more than can be held.
    package func priceText(_ quote: Quote) -> String? {
        guard !isUSD, let price = quote.exactPrice else { return quote.priceText }
        let wanted = decimals(Int(quote.pricing.decimals))
        for decimals in stride(from: wanted, through: 0, by: -1) {
            if let converted = converted(price, decimals: decimals) { return converted.text(decimals: decimals) }
        }
        return nil
    }

    /// A candle at today's rate, all of its prices with so many decimals in dollars; nil where one of them cannot be converted.
    func converted(_ candle: Candle, dollarDecimals: Int) -> Candle? {
        if isUSD { return candle }
        let decimals = decimals(dollarDecimals)
        let prices = [candle.open, candle.high, candle.low, candle.close].compactMap {
            converted($0, decimals: decimals)
        }
        guard prices.count == 4 else { return nil }
        return Candle(
            time: candle.time,
            open: prices[0],
            high: prices[1],
            low: prices[2],
            close: prices[3],
            volume: candle.volume,
            isClosed: candle.isClosed
        )
    }
}

extension ShownCurrency {
    /// All candles of a series, or none: a chart has one currency.
    package func converted(_ candles: [Candle]) -> [Candle]? {
        if isUSD { return candles }
        let decimals = candles.reduce(0) { most, candle in
            max(most, [candle.open, candle.high, candle.low, candle.close].map { -$0.exponent }.max() ?? 0)
        }
        let converted = candles.compactMap { self.converted($0, dollarDecimals: decimals) }
        return converted.count == candles.count ? converted : nil
    }
}
