/// A coin's closes of the last seven days: the last known price of each hour. An hour without one is a gap.
public struct CoinWeek: Hashable, Sendable {
    /// The most closes of a week.
    public static let hours = 168

    public struct Close: Hashable, Sendable {
        public var hour: MarketHour
        public var price: ExactDecimal
        public var source: Source

        public init(_ hour: MarketHour, _ price: ExactDecimal, _ source: Source = .same) {
            (self.hour, self.price, self.source) = (hour, price, source)
        }
    }

    /// The source of a close, compared with that of the close before.
    public enum Source: Hashable, Sendable {
        case same
        /// - Parameter ratio: this source's price divided by that of the source before, at the same time; nil if
        ///   unknown.
        case other(ratio: Double?)

        /// The relation to use if the close in between is left out.
        func followed(by next: Source) -> Source {
            switch (self, next) {
            case (_, .same): self
            case (.same, _): next
            case (.other(let one), .other(let two)): .other(ratio: one.flatMap { one in two.map { one * $0 } })
            }
        }
    }

    public let coin: CoinID
    /// Ascending, with no hour twice.
    public var closes: [Close]

    public init(_ coin: CoinID, _ closes: [Close] = []) { (self.coin, self.closes) = (coin, closes) }

    /// The closes as the newest one's source would have reported them, for drawing only. A line through them has no
    /// step where only the source changed. If the ratio of two sources is unknown, the price counts as unchanged
    /// between them.
    public var comparable: [(hour: MarketHour, price: Double)] {
        var factor = 1.0
        var told: [(hour: MarketHour, price: Double)] = []
        told.reserveCapacity(closes.count)
        for (index, close) in closes.enumerated().reversed() {
            let price = close.price.approximate
            told.append((close.hour, price * factor))
            guard case .other(let ratio) = close.source, index > 0 else { continue }
            let before = closes[index - 1].price.approximate
            factor *= ratio ?? (before > 0 ? price / before : 1)
        }
        return told.reversed()
    }

    /// The last close of each span of `step` hours, counted from 1970.
    public func thinned(by step: Int) -> CoinWeek {
        guard step > 1 else { return self }
        let length = UInt32(clamping: step)
        var kept: [Close] = []
        for var close in closes {
            if let last = kept.last, last.hour.rawValue / length == close.hour.rawValue / length {
                close.source = last.source.followed(by: close.source)
                kept.removeLast()
            }
            kept.append(close)
        }
        return CoinWeek(coin, kept)
    }
}

/// The weeks that a client wants.
public struct WeekRequest: Hashable, Sendable {
    public static let coinsMax = 128
    public static let steps = 1...24

    public var coins: [CoinID]
    /// How many hours each close stands for.
    public var step: Int

    public init(_ coins: [CoinID], step: Int = 1) { (self.coins, self.step) = (coins, step) }
}
