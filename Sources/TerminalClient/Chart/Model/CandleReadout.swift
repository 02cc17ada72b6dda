internal import Shared

/// One candle in words and figures.
struct CandleReadout: Equatable, Sendable {
    struct Field: Equatable, Sendable {
        let label: String
        let value: PriceText
    }

    let time: String
    /// Open, high, low and close, with all of their digits.
    let prices: [Field]
    /// The change from open to close.
    let change: ChangeText?
    /// In coins, because all sources count coins. Nil if the source does not report it.
    let volume: String?
    /// The unit of `volume`: the coin's symbol.
    let unit: String
    /// The currency of the prices; nil for dollars.
    let money: String?
    let isUp: Bool

    /// - Parameters:
    ///   - time: when the candle began.
    ///   - decimals: the number of decimals for all prices of the coin.
    init(_ candle: Candle, at time: String, of symbol: String, decimals: Int, in money: String? = nil) {
        (self.time, self.money) = (time, money)
        let prices = [("O", candle.open), ("H", candle.high), ("L", candle.low), ("C", candle.close)]
        self.prices = prices.map { Field(label: $0.0, value: PriceText($0.1.text(decimals: decimals))) }
        let open = candle.open.approximate
        change = open > 0 ? ChangeText(Percent(ratio: candle.close.approximate / open)) : nil
        volume = candle.volume.map { ShortAmount.fine($0.approximate) }
        unit = symbol
        isUp = candle.close >= candle.open
    }
}

extension ExactDecimal {
    /// Writes at least this many decimals, so that figures do not change their width as prices move.
    func text(decimals: Int) -> String {
        guard let mantissa = mantissa(at: -max(decimals, -exponent)) else { return plainText }
        return Self.plainText(mantissa: mantissa, exponent: -max(decimals, -exponent))
    }
}

extension ShortAmount {
    /// Writes small amounts in three digits, too: `12.3`, `0.0457`.
    static func fine(_ amount: Double) -> String {
        guard amount < 999.5, amount > 0 else { return text(amount) }
        var (decimals, rest) = (2, amount)
        while rest >= 9.995, decimals > 0 { (decimals, rest) = (decimals - 1, rest / 10) }
        while rest < 0.9995, decimals < 8 { (decimals, rest) = (decimals + 1, rest * 10) }
        var scaled = amount
        for _ in 0..<decimals { scaled *= 10 }
        return ExactDecimal.plainText(mantissa: Int64(scaled.rounded()), exponent: -decimals)
    }
}
