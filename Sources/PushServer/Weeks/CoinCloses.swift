internal import Shared

/// One coin's closes: the last live price of each hour of seven days, and its source.
struct CoinCloses {
    /// 16 bytes each, so the closes of 1,000 coins take about 3 MB.
    private struct Close {
        let mantissa: Int64
        let hour: UInt32
        let exponent: Int8
        let source: UInt8

        init(_ hour: MarketHour, _ price: ExactDecimal, _ source: UInt8) {
            (mantissa, exponent) = (price.mantissa, Int8(price.exponent))
            (self.hour, self.source) = (hour.rawValue, source)
        }

        var price: ExactDecimal { (try? ExactDecimal(mantissa: mantissa, exponent: Int(exponent))) ?? .zero }
    }

    /// Ascending by hour, no hour twice.
    private var closes: [Close] = []
    /// The changes of source: the new source's price divided by the old one's, keyed by the hour of the new source's
    /// first close. A dictionary is enough, because sources rarely change.
    private var ratios: [UInt32: Double] = [:]

    // MARK: Inputs

    /// Adds the newest close. Removes closes that are later than it: they were made before the clock was set back.
    /// - Parameters:
    ///   - source: the source's number.
    ///   - ratio: the new source's price divided by the previous source's, if the change of source was observed.
    mutating func take(_ hour: MarketHour, _ price: ExactDecimal, of source: UInt8, ratio: Double?) {
        let replaced = closes.last.flatMap { $0.hour == hour.rawValue && $0.source == source ? ratios[$0.hour] : nil }
        forget(from: hour)
        if let last = closes.last, last.source != source { ratios[hour.rawValue] = ratio ?? replaced }
        closes.append(Close(hour, price, source))
    }

    /// Adds a stored close. Closes are added in the order of hours.
    mutating func restore(_ close: StoredClose) {
        closes.append(Close(close.hour, close.price, close.source))
        ratios[close.hour.rawValue] = close.ratio
    }

    mutating func forget(from hour: MarketHour) {
        while let last = closes.last, last.hour >= hour.rawValue {
            closes.removeLast()
            ratios[last.hour] = nil
        }
    }

    mutating func forget(before hour: MarketHour) {
        let old = closes.prefix { $0.hour < hour.rawValue }
        for close in old { ratios[close.hour] = nil }
        if !old.isEmpty { closes.removeFirst(old.count) }
    }

    /// Fills gaps with a source's closes. Where two sources meet, an hour that both have gives their ratio.
    /// - Parameters:
    ///   - hours: the hours that may be filled.
    ///   - told: closes of `source`, including hours that are not gaps.
    /// - Returns: the hours that changed.
    mutating func fill(
        _ hours: Range<MarketHour>,
        with told: [MarketHour: ExactDecimal],
        of source: UInt8
    ) -> Set<MarketHour> {
        let known = Set(closes.map(\.hour))
        let added = told.filter { hours.contains($0.key) && !known.contains($0.key.rawValue) }
        if added.isEmpty { return [] }
        closes = (closes + added.map { Close($0.key, $0.value, source) }).sorted { $0.hour < $1.hour }
        var changed = Set(added.keys)
        for (before, close) in zip(closes, closes.dropFirst()) {
            let hour = MarketHour(close.hour)
            guard added[MarketHour(before.hour)] != nil || added[hour] != nil else { continue }
            ratios[close.hour] = before.source == close.source ? nil : ratio(of: close, to: before, told, by: source)
            changed.insert(hour)
        }
        return changed
    }

    private func ratio(
        of close: Close,
        to before: Close,
        _ told: [MarketHour: ExactDecimal],
        by source: UInt8
    ) -> Double? {
        let (one, other) =
            close.source == source
            ? (told[MarketHour(before.hour)], before.price) : (close.price, told[MarketHour(close.hour)])
        guard let one, let other, one > .zero, other > .zero else { return nil }
        return one.approximate / other.approximate
    }

    // MARK: Outputs

    /// The number of hours without a close.
    func gaps(in hours: Range<MarketHour>) -> Int {
        let held = closes.count { hours.contains(MarketHour($0.hour)) }
        return Int(hours.upperBound.rawValue - hours.lowerBound.rawValue) - held
    }

    func week(of coin: CoinID) -> CoinWeek {
        var before: UInt8?
        return CoinWeek(
            coin,
            closes.map { close in
                defer { before = close.source }
                let isSame = before == nil || before == close.source
                let source = isSame ? CoinWeek.Source.same : .other(ratio: ratios[close.hour])
                return CoinWeek.Close(MarketHour(close.hour), close.price, source)
            }
        )
    }

    /// The closes of some hours, in their stored form.
    func stored(_ coin: CoinID, _ hours: Set<MarketHour>) -> [StoredClose] {
        closes.filter { hours.contains(MarketHour($0.hour)) }.map { close in
            StoredClose(
                coin: coin,
                hour: MarketHour(close.hour),
                price: close.price,
                source: close.source,
                ratio: ratios[close.hour]
            )
        }
    }
}

/// A close as stored on disk.
struct StoredClose: Hashable, Sendable {
    let coin: CoinID
    let hour: MarketHour
    let price: ExactDecimal
    /// The source's number.
    let source: UInt8
    /// The source's price divided by that of the previous close's source; nil if unknown, or if the source is the
    /// same.
    let ratio: Double?
}
