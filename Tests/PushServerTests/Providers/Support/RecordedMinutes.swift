import Shared
import Testing

@testable import PushServer

/// Ten days of recorded minutes: as candles, and as whole numbers of 10^-8 for a second opinion.
struct RecordedMinutes {
    struct Plain {
        let time: Int64
        let open: Int64
        var high: Int64
        var low: Int64
        var close: Int64
        var volume: Int64
    }

    let series: CandleSeries
    private let rows: [Plain]

    /// Rows are `[ms, open, high, low, close, volume]`.
    init(coin: String) throws {
        var rows: [[ExactDecimal]] = []
        var reader = JSONReader(try RecordedData.bytes("minute_ohlcv/\(coin)_BTC-1m.json"))
        try reader.elements { reader throws(JSONError) in
            var row: [ExactDecimal] = []
            try reader.elements { reader throws(JSONError) in
                if let number = try reader.decimal() { row.append(number) }
            }
            rows.append(row)
        }
        try reader.finish()
        let candles = rows.map { row in
            Candle(
                time: MarketTime(milliseconds: row[0].mantissa),
                open: row[1],
                high: row[2],
                low: row[3],
                close: row[4],
                volume: row[5],
                isClosed: true
            )
        }
        let end = try #require(candles.last).time.adding(seconds: 7 * 86_400)
        series = CandleSeries(candles: candles, badRows: 0, asOf: end, reachesListing: true)
        self.rows = try rows.map { row in
            let whole = try row.dropFirst().map { try #require($0.mantissa(at: -8)) }
            return Plain(
                time: row[0].mantissa,
                open: whole[0],
                high: whole[1],
                low: whole[2],
                close: whole[3],
                volume: whole[4]
            )
        }
    }

    func plainCandles(_ interval: CandleInterval) -> [Plain] {
        var candles: [Plain] = []
        // Weeks are counted from the Monday before 1970.
        let (length, offset) = (interval.seconds * 1000, Int64(interval == .week ? 3 * 86_400_000 : 0))
        for row in rows {
            let start = (row.time + offset) / length * length - offset
            if var last = candles.last, last.time == start {
                (last.high, last.low) = (max(last.high, row.high), min(last.low, row.low))
                (last.close, last.volume) = (row.close, last.volume + row.volume)
                candles[candles.endIndex - 1] = last
            } else {
                candles.append(
                    Plain(
                        time: start,
                        open: row.open,
                        high: row.high,
                        low: row.low,
                        close: row.close,
                        volume: row.volume
                    )
                )
            }
        }
        return candles
    }
}
