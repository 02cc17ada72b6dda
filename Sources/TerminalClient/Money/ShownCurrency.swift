package import Shared

/// The currency of the shown prices: the user's, or US dollars if there is no rate. It converts prices and rounds them
/// for display.
package struct ShownCurrency: Hashable, Sendable {
    /// The currency in which prices are shown.
    package let currency: Currency
    let format: CurrencyFormat
    /// Nil if prices stay in dollars.
    private let conversion: Conversion?
    /// The chosen currency, if it has no rate; otherwise nil.
    package private(set) var missing: String?
    /// The table with the rate; nil if no table is needed.
    package private(set) var rates: ExchangeRates?

    package static let usd = ShownCurrency(.usd, .usd, nil)

    private init(_ currency: Currency, _ format: CurrencyFormat, _ conversion: Conversion?) {
        (self.currency, self.format, self.conversion) = (currency, format, conversion)
    }

    /// - Parameters:
    ///   - currency: the currency that the user has chosen.
    ///   - rates: nil if the server has sent none.
    ///   - market: the market with the prices of coins.
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
    /// How much one dollar is; nil if prices stay in dollars.
    package var rate: Conversion? { conversion }

    /// Says that prices are not in the chosen currency, or that the exchange rates are old. Nil if all is well.
    /// - Parameter now: the server's time.
    package func warning(at now: MarketTime) -> StatusWords? {
        if let missing { return .noRate(currency: missing) }
        guard let rates, rates.isOld(at: now) else { return nil }
        return .oldRates(currency: name, day: rates.day.description)
    }

    /// `EUR`
    package var name: String { currency.name }
    /// The text after a price. It is empty for dollars, which are the default.
    var suffix: String { isUSD ? "" : " " + name }
    /// The text before a short amount.
    var prefix: String {
        if isUSD { return "" }
        return format.symbol.last?.isLetter == true ? format.symbol + " " : format.symbol
    }
    /// The currency for figures of the past. For a coin this is the dollar, because the coin's present price says
    /// nothing about the past.
    package var forHistory: ShownCurrency { currency.coin == nil ? self : .usd }

    /// An amount for drawing, sorting and short texts.
    func amount(_ dollars: Double) -> Double { conversion.map { dollars * $0.approximate } ?? dollars }

    /// How many decimals to write for a price that has this many in dollars. The price keeps its number of digits, and
    /// has at least the decimals of the currency.
    func decimals(_ dollarDecimals: Int) -> Int {
        guard let conversion else { return max(format.decimals, dollarDecimals) }
        var (shift, factor) = (0, conversion.approximate)
        // Find the power of ten that is nearest to the factor.
        while factor >= 3.1623, shift < Self.shiftMax { (shift, factor) = (shift + 1, factor / 10) }
        while factor < 0.31623, shift > -Self.shiftMax { (shift, factor) = (shift - 1, factor * 10) }
        return max(format.decimals, min(ExactDecimal.decimalsMax, dollarDecimals - shift))
    }

    private static let shiftMax = 18

    /// - Parameter decimals: the number of decimals to round to.
    /// - Returns: nil if the result has too many digits.
    func converted(_ dollars: ExactDecimal, decimals: Int) -> ExactDecimal? {
        conversion.map { $0.converted(dollars, decimals: decimals) } ?? dollars
    }

    /// A quote's price in digits; nil if it has none, or too many digits.
    package func priceText(_ quote: Quote) -> String? {
        let dollarDecimals = Int(quote.pricing.decimals)
        // Most prices in dollars are written as they came.
        if isUSD, dollarDecimals >= format.decimals { return quote.priceText }
        guard let price = quote.exactPrice else { return nil }
        let wanted = decimals(dollarDecimals)
        for decimals in stride(from: wanted, through: 0, by: -1) {
            if let converted = converted(price, decimals: decimals) { return converted.text(decimals: decimals) }
        }
        return nil
    }

    /// A candle at today's rate. In dollars, all of its prices have this many decimals. Nil if one of them cannot be
    /// converted.
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
    /// All candles of a series, or nil if one cannot be converted, because a chart has one currency.
    package func converted(_ candles: [Candle]) -> [Candle]? {
        if isUSD { return candles }
        let decimals = candles.reduce(0) { most, candle in
            max(most, [candle.open, candle.high, candle.low, candle.close].map { -$0.exponent }.max() ?? 0)
        }
        let converted = candles.compactMap { self.converted($0, dollarDecimals: decimals) }
        return converted.count == candles.count ? converted : nil
    }
}

/// A chart's candles in the shown currency, kept from frame to frame.
struct ConvertedCandles {
    private var source: [Candle] = []
    private var money = ShownCurrency.usd
    private var result: [Candle]?

    /// Converts candles if they or the rate have changed. Call it before they are read for a frame.
    mutating func keep(_ source: [Candle], in money: ShownCurrency) {
        if money.isUSD || holds(source, money) { return }
        (self.source, self.money) = (source, money)
        result = money.converted(source)
    }

    /// - Returns: the candles and their currency, which is the dollar if they cannot be converted. Candles that were
    ///   not kept are converted now.
    func converted(_ source: [Candle], to money: ShownCurrency) -> (candles: [Candle], money: ShownCurrency) {
        if money.isUSD { return (source, money) }
        let converted = holds(source, money) ? result : money.converted(source)
        return converted.map { ($0, money) } ?? (source, .usd)
    }

    /// Comparing an array with itself costs nothing.
    private func holds(_ source: [Candle], _ money: ShownCurrency) -> Bool {
        source == self.source && money == self.money
    }
}

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
