import Shared

/// One candle of an answer while it is read.
struct CandleRow {
    /// What the providers call the same things.
    struct Keys {
        /// When the candle begins, in seconds.
        let time: String
        /// How many coins changed hands. The turnover in money has another name, and is not read.
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

    /// How CryptoCompare fills times before a coin was listed.
    var isAllZero: Bool { [open, high, low, close].allSatisfy { $0 == .zero } }

    /// The row as a candle, or nil when it cannot be one: without a price, with a price of zero or less, or with its low
    /// above its high.
    ///
    /// An open or close outside of low and high widens them: CryptoCompare's unfinished candle is like that (providers.md
    /// section 3.2), and no price that was told is thrown away.
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
