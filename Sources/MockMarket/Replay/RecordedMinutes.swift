import Foundation
import Shared

/// A file of minute candles: JSON rows `[ms, open, high, low, close, volume]` with the volume in coins, or the columns
/// `Date,Close,High,Low,Open,Volume` with the volume in money.
struct RecordedMinutes: Sendable {
    struct Row: Sendable {
        let minute: Int64
        let open: ExactDecimal
        let high: ExactDecimal
        let low: ExactDecimal
        let close: ExactDecimal
        let volume: ExactDecimal
        let isVolumeMoney: Bool
    }

    /// Prices with more decimals are rounded, because files that went through binary numbers end in digits that nobody
    /// quoted.
    static let decimalsMax = 8

    let rows: [Row]

    init(contentsOf file: String, scale: String?) throws(ReplayError) {
        guard let data = FileManager.default.contents(atPath: file) else {
            throw ReplayError(file, .unreadable)
        }
        let bytes = Array(data)
        let isJSON = bytes.first == UInt8(ascii: "[")
        let lines = isJSON ? Self.jsonRows(bytes) : Self.csvRows(bytes)
        let rows = lines.compactMap { Self.row($0, isVolumeMoney: !isJSON) }
        guard rows.count > 1, rows.count * 10 > lines.count * 9 else {
            throw ReplayError(file, .noMinutes(rows: rows.count, lines: lines.count))
        }
        let factor = scale.map { try? ExactDecimal(parsing: $0) } ?? (try? ExactDecimal(mantissa: 1, exponent: 0))
        guard let factor, factor.mantissa > 0 else { throw ReplayError(file, .noScale(scale ?? "")) }
        self.rows = rows.sorted { $0.minute < $1.minute }.map { $0.scaled(by: factor) }
    }

    /// How many decimals the prices have, at most `decimalsMax` and at least cents.
    var decimals: Int {
        let deepest = rows.lazy.flatMap { [$0.open, $0.high, $0.low, $0.close] }.map { -$0.exponent }.max() ?? 2
        return min(Self.decimalsMax, max(2, deepest))
    }

    /// All minutes from the first to the last. A missing minute repeats the close before it, with nothing traded.
    func spans(decimals: Int, amountDecimals: Int) -> [PriceSpan] {
        var spans: [PriceSpan] = []
        for row in rows {
            let span = row.span(decimals: decimals, amountDecimals: amountDecimals)
            let place = Int(row.minute - rows[0].minute)
            while spans.count < place, let last = spans.last { spans.append(PriceSpan(flatAt: last.close)) }
            if spans.count == place { spans.append(span) }
        }
        return spans
    }

    /// Time, open, high, low, close, volume.
    private static func jsonRows(_ bytes: [UInt8]) -> [[ArraySlice<UInt8>]] {
        let marks = Array("[, \r\n".utf8)
        return bytes.split(separator: UInt8(ascii: "]"))
            .map { row in row.split { marks.contains($0) } }
            .filter { !$0.isEmpty }
    }

    private static func csvRows(_ bytes: [UInt8]) -> [[ArraySlice<UInt8>]] {
        bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.dropFirst().map { line in
            let columns = line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            return columns.count == 6 ? [0, 4, 2, 3, 1, 5].map { columns[$0] } : []
        }
    }

    private static func row(_ columns: [ArraySlice<UInt8>], isVolumeMoney: Bool) -> Row? {
        guard columns.count == 6, let minute = minute(String(decoding: columns[0], as: UTF8.self)) else { return nil }
        let figures = columns.dropFirst().compactMap { try? ExactDecimal(parsing: $0) }
        guard figures.count == 5, figures[0..<4].allSatisfy({ $0.mantissa > 0 }) else { return nil }
        return Row(
            minute: minute,
            open: figures[0],
            high: figures[1],
            low: figures[2],
            close: figures[3],
            volume: figures[4],
            isVolumeMoney: isVolumeMoney
        )
    }

    private static func minute(_ text: String) -> Int64? {
        if let milliseconds = Int64(text) { return MarketTime(milliseconds: milliseconds).minute }
        return MarketTime(iso8601: text)?.minute
    }
}

extension RecordedMinutes.Row {
    fileprivate func scaled(by factor: ExactDecimal) -> Self {
        guard factor != (try? ExactDecimal(mantissa: 1, exponent: 0)) else { return self }
        return Self(
            minute: minute,
            open: open.multiplied(by: factor),
            high: high.multiplied(by: factor),
            low: low.multiplied(by: factor),
            close: close.multiplied(by: factor),
            volume: volume,
            isVolumeMoney: isVolumeMoney
        )
    }

    fileprivate func span(decimals: Int, amountDecimals: Int) -> PriceSpan {
        let ends = [open, close].map { max(1, $0.ticks(decimals)) }
        let traded = traded(
            at: ends[1],
            unit: max(1, CoinSeed.powerOfTen(decimals + amountDecimals) / 100),
            amountDecimals
        )
        return PriceSpan(
            open: ends[0],
            high: max(ends[0], ends[1], high.ticks(decimals)),
            low: max(1, min(ends[0], ends[1], low.ticks(decimals))),
            close: ends[1],
            traded: traded
        )
    }

    /// Computes coins from money, or money from coins, by the closing price.
    /// - Parameter unit: what an amount times a price must be divided by to become US cents.
    private func traded(at price: Int64, unit: Int128, _ amountDecimals: Int) -> PriceSpan.Traded {
        if isVolumeMoney {
            let cents = volume.ticks(2)
            let amount = Int64(clamping: Int128(cents) * unit / Int128(price))
            return PriceSpan.Traded(turnover: cents, amount: amount, trades: cents > 0 ? 1 : 0)
        }
        let amount = volume.ticks(amountDecimals)
        let cents = Int64(clamping: Int128(amount) * Int128(price) / unit)
        return PriceSpan.Traded(turnover: cents, amount: amount, trades: amount > 0 ? 1 : 0)
    }
}

extension ExactDecimal {
    /// The nearest whole number of `10^-decimals`.
    fileprivate func ticks(_ decimals: Int) -> Int64 {
        if let exact = mantissa(at: -decimals) { return exact }
        let divisor = CoinSeed.powerOfTen(max(0, -exponent - decimals))
        return Int64(clamping: (Int128(mantissa) + divisor / 2) / divisor)
    }

    /// Exact if it fits into 64 bits; otherwise without its last decimals.
    fileprivate func multiplied(by factor: ExactDecimal) -> ExactDecimal {
        var product = Int128(mantissa) * Int128(factor.mantissa)
        var exponent = exponent + factor.exponent
        while product > Int128(Int64.max) || exponent < -Self.decimalsMax {
            (product, exponent) = (product / 10, exponent + 1)
        }
        return (try? ExactDecimal(mantissa: Int64(clamping: product), exponent: exponent)) ?? self
    }
}
