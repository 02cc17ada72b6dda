import Shared

/// One candle of an answer while it is being read.
struct CandleRow {
    /// The providers' names for the fields.
    struct Keys {
        /// The start of the candle, in seconds.
        let time: String
        /// The volume in coins. The turnover in money has another name and is skipped.
        let volume: String
    }

    var time: MarketTime?
    var open: ExactDecimal?
    var high: ExactDecimal?
    var low: ExactDecimal?
    var close: ExactDecimal?
    var volume: ExactDecimal?

    init() {}

    init(_ reader: inout JSONReader, _ keys: Keys) throws(JSONError) {
        var row = Self()
        try reader.members { reader, key throws(JSONError) in
            switch key {
            case keys.time: row.time = try reader.integer().flatMap(MarketTime.init(checkedSeconds:))
            case "open": row.open = try reader.decimal()
            case "high": row.high = try reader.decimal()
            case "low": row.low = try reader.decimal()
            case "close": row.close = try reader.decimal()
            case keys.volume: row.volume = try reader.decimal(droppingExcessDecimals: true)
            default: break
            }
        }
        self = row
    }

    /// Whether the row is one of the zeros that CryptoCompare sends for times before a coin was listed.
    var isAllZero: Bool { [open, high, low, close].allSatisfy { $0 == .zero } }

    /// The row as a candle. Nil if a price is missing, zero or negative, or if the low is above the high.
    ///
    /// If the open or close is outside of low and high, it extends that range. CryptoCompare's unfinished candle has
    /// such prices, and no price is discarded.
    var candle: Candle? {
        guard let time, let open, let high, let low, let close, low <= high else { return nil }
        let (lowest, highest) = (min(low, open, close), max(high, open, close))
        guard lowest > .zero else { return nil }
        return Candle(
            time: time,
            open: open,
            high: highest,
            low: lowest,
            close: close,
            volume: volume.flatMap { $0 < .zero ? nil : $0 },
            isClosed: false
        )
    }
}
