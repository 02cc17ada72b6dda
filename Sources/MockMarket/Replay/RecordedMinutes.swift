import Foundation
import Shared

/// A file of minute candles: JSON rows `[ms, open, high, low, close, volume]`, or the columns
/// `Date,Close,High,Low,Open,Volume` as text.
struct RecordedMinutes: Sendable {
    struct Row: Sendable {
        let minute: Int64
        let open: ExactDecimal
        let high: ExactDecimal
        let low: ExactDecimal
        let close: ExactDecimal
        let volume: ExactDecimal
    }

    /// Finer prices than this are rounded: files that went through binary numbers end in digits that nobody quoted.
    static let decimalsMax = 8

    let rows: [Row]

    init(contentsOf file: String, scale: String?) throws(ReplayError) {
        guard let data = FileManager.default.contents(atPath: file) else { throw ReplayError(file, "it cannot be read") }
        let text = String(decoding: data, as: UTF8.self)
        let lines = text.first == "[" ? Self.jsonRows(text) : Self.csvRows(text)
        let rows = lines.compactMap { Self.row($0) }
        guard rows.count > 1, rows.count * 10 > lines.count * 9 else {
            throw ReplayError(file, "it has \(rows.count) rows of minutes among \(lines.count)")
        }
        let factor = scale.map { try? ExactDecimal(parsing: $0) } ?? (try? ExactDecimal(mantissa: 1, exponent: 0))
        guard let factor, factor.mantissa > 0 else { throw ReplayError(file, "the scale \(scale ?? "") is no number") }
        self.rows = rows.sorted { $0.minute < $1.minute }.map { $0.scaled(by: factor) }
    }

    /// How many decimals the prices have, at most `decimalsMax` and at least cents.
    var decimals: Int {
        let deepest = rows.lazy.flatMap { [$0.open, $0.high, $0.low, $0.close] }.map { -$0.exponent }.max() ?? 2
        return min(Self.decimalsMax, max(2, deepest))
    }

    /// All minutes from the first to the last; those that are missing repeat the close before, with nothing traded.
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
    private static func jsonRows(_ text: String) -> [[Substring]] {
        text.split(separator: "]").map { row in
            row.drop { "[, \n\r".contains($0) }.split(separator: ",").map { $0.drop { $0 == " " } }
        }.filter { !$0.isEmpty }
    }

    private static func csvRows(_ text: String) -> [[Substring]] {
        text.split(whereSeparator: \.isNewline).dropFirst().map { line in
            let columns = line.split(separator: ",", omittingEmptySubsequences: false)
            return columns.count == 6 ? [columns[0], columns[4], columns[2], columns[3], columns[1], columns[5]] : []
        }
    }

    private static func row(_ columns: [Substring]) -> Row? {
        guard columns.count == 6, let minute = minute(columns[0]) else { return nil }
        let figures = columns.dropFirst().compactMap { try? ExactDecimal(parsing: $0) }
        guard figures.count == 5, figures[0..<4].allSatisfy({ $0.mantissa > 0 }) else { return nil }
        return Row(
            minute: minute,
            open: figures[0],
            high: figures[1],
            low: figures[2],
            close: figures[3],
            volume: figures[4]
        )
    }

    private static func minute(_ text: Substring) -> Int64? {
        if let milliseconds = Int64(text) { return MarketTime(milliseconds: milliseconds).minute }
        return MarketTime(iso8601: String(text))?.minute
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
            volume: volume
        )
    }

    fileprivate func span(decimals: Int, amountDecimals: Int) -> PriceSpan {
        let ends = [open, close].map { max(1, $0.ticks(decimals)) }
        let amount = volume.ticks(amountDecimals)
        let unit = CoinSeed.powerOfTen(decimals + amountDecimals) / 100
        let turnover = Int64(clamping: Int128(amount) * Int128(ends[1]) / max(1, unit))
        return PriceSpan(
            open: ends[0],
            high: max(ends[0], ends[1], high.ticks(decimals)),
            low: max(1, min(ends[0], ends[1], low.ticks(decimals))),
            close: ends[1],
            traded: PriceSpan.Traded(turnover: turnover, amount: amount, trades: amount > 0 ? 1 : 0)
        )
    }
}

extension ExactDecimal {
    /// The nearest whole number of `10^-decimals`.
    fileprivate func ticks(_ decimals: Int) -> Int64 {
        if let exact = mantissa(at: -decimals) { return exact }
        let divisor = CoinSeed.powerOfTen(max(0, -exponent - decimals))
        return Int64(clamping: (Int128(mantissa) + divisor / 2) / divisor)
    }

    /// Exact where 64 bits hold it; else without its last decimals.
    fileprivate func multiplied(by factor: ExactDecimal) -> ExactDecimal {
        var product = Int128(mantissa) * Int128(factor.mantissa)
        var exponent = exponent + factor.exponent
        while product > Int128(Int64.max) || exponent < -Self.decimalsMax { (product, exponent) = (product / 10, exponent + 1) }
        return (try? ExactDecimal(mantissa: Int64(clamping: product), exponent: exponent)) ?? self
    }
}
