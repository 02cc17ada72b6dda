import Shared
import TestSupport

/// Random changes of a market, as a feed might make them.
struct RandomMarket {
    var generator: SeededGenerator
    private(set) var rows = 0

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// New values for some rows, and now and then a new row.
    mutating func changes() -> MarketChanges {
        var changes = MarketChanges()
        let known = rows
        if chance(3) { rows += Int.random(in: 1...5, using: &generator) }
        for row in 0..<rows {
            if row >= known || chance(50) { changes.instruments.append(instrument(row), row: row) }
            if chance(9) { changes.pricings.append(pricing(), row: row) }
            if chance(2) { changes.prices.append(number(), row: row) }
            if chance(3) { changes.dayChanges.append(percent(), row: row) }
            if chance(5) { changes.trends.append(Trend(hour: percent(), week: percent()), row: row) }
            if chance(5) { changes.volumes.append(number(), row: row) }
            if chance(9) { changes.fundamentals.append(Fundamentals(rank: rank(), supply: number()), row: row) }
            if chance(30) { changes.delistings.append(chance(2), row: row) }
        }
        if chance(4) { changes.sources = [source()] }
        return changes
    }

    mutating func chance(_ oneIn: Int) -> Bool { Int.random(in: 0..<oneIn, using: &generator) == 0 }

    private mutating func instrument(_ row: Int) -> Instrument {
        let number = UInt32(row + 1)
        return Instrument(
            coin: CoinID(number),
            symbol: "C\(number)",
            name: "Coin \(Int.random(in: 0..<9, using: &generator))",
            kind: chance(2) ? .coin : .token
        )
    }

    private mutating func pricing() -> Pricing {
        Pricing(
            decimals: UInt8.random(in: 0...32, using: &generator),
            source: SourceNumber(chance(2) ? 1 : 2),
            heard: chance(3) ? MarketTime(seconds: Int64.random(in: 1...2_000_000_000, using: &generator)) : nil
        )
    }

    private mutating func number() -> UInt64? {
        chance(8) ? nil : UInt64.random(in: 0...(chance(9) ? UInt64.max - 1 : 1_000_000), using: &generator)
    }

    private mutating func percent() -> Percent? {
        chance(8) ? nil : Percent(hundredths: Int.random(in: -12_000...20_000, using: &generator))
    }

    private mutating func rank() -> UInt32? { chance(8) ? nil : UInt32.random(in: 1...9999, using: &generator) }

    private mutating func source() -> MarketSource {
        let number = SourceNumber(chance(2) ? 1 : 2)
        return MarketSource(
            number,
            MarketSource.Name(number.rawValue == 1 ? .listing : .tickers, of: "P"),
            state: chance(2) ? .live : .stale,
            since: MarketTime(milliseconds: 5),
            lastEvent: chance(3) ? nil : MarketTime(milliseconds: 7),
            cause: ""
        )
    }
}

extension SourceNumber {
    /// The number of the exchange in tests' markets.
    static let ticker = SourceNumber(2)
}
