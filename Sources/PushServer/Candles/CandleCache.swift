internal import Shared

/// All kept candles, limited in number. Series without a chart are removed first, the least recently used one first.
struct CandleCache {
    /// A candle takes some 100 bytes.
    private let candlesMax: Int
    private var series: [SeriesKey: KeptSeries] = [:]
    private var keysOfCoin: [CoinID: Set<SeriesKey>] = [:]
    private var uses = 0

    init(candlesMax: Int) { self.candlesMax = candlesMax }

    var keys: some Collection<SeriesKey> { series.keys }
    /// How many candles the series may have in all.
    var reserved: Int { series.values.reduce(0) { $0 + $1.countMax } }

    subscript(key: SeriesKey) -> KeptSeries? { series[key] }

    /// How many more candles a series would need to hold `count`; 0 or less if it has enough room.
    func growth(of key: SeriesKey, to count: Int) -> Int {
        KeptSeries.countKept(for: count) - (series[key]?.countMax ?? 0)
    }

    /// The series for `key`, with room for `count` candles. It is made if it does not exist.
    /// - Returns: nil if the series with charts leave too little room.
    mutating func use(_ key: SeriesKey, count: Int, isWatched: (SeriesKey) -> Bool) -> KeptSeries? {
        let wanted = KeptSeries.countKept(for: count)
        let growth = growth(of: key, to: count)
        guard growth <= 0 || makeRoom(for: growth, besides: key, isWatched) else { return nil }
        uses += 1
        var kept = series[key] ?? KeptSeries(key, countMax: wanted)
        kept.countMax = max(kept.countMax, wanted)
        kept.lastUse = uses
        series[key] = kept
        keysOfCoin[key.coin, default: []].insert(key)
        return kept
    }

    /// Whether a series has waited longer for its source than another one.
    func isOverdue(_ key: SeriesKey, longerThan other: SeriesKey) -> Bool {
        guard let due = series[key]?.due else { return series[other]?.due != nil }
        return series[other]?.due.map { due < $0 } ?? false
    }

    /// Changes an existing series.
    @discardableResult
    mutating func update<Value>(_ key: SeriesKey, _ change: (inout KeptSeries) -> Value) -> Value? {
        guard series[key] != nil else { return nil }
        return change(&series[key, default: KeptSeries(key, countMax: 1)])
    }

    /// Moves every series of a coin from a source, even those without a chart, so that the next chart shows the live
    /// price.
    /// - Returns: the changes.
    mutating func move(
        _ coin: CoinID,
        of source: KlineSource,
        to price: ExactDecimal,
        at time: MarketTime
    ) -> [(SeriesKey, [Candle])] {
        keysOfCoin[coin, default: []].filter { $0.source == source }.map { key in
            (key, update(key) { $0.move(to: price, at: time) } ?? [])
        }
    }

    private mutating func makeRoom(
        for growth: Int,
        besides kept: SeriesKey,
        _ isWatched: (SeriesKey) -> Bool
    ) -> Bool {
        var left = candlesMax - reserved - growth
        if left >= 0 { return true }
        let spare = series.filter { $0.key != kept && !isWatched($0.key) && !$0.value.isBeingFetched }.sorted {
            $0.value.lastUse < $1.value.lastUse
        }
        guard spare.reduce(left, { $0 + $1.value.countMax }) >= 0 else { return false }
        for (key, unused) in spare where left < 0 {
            remove(key)
            left += unused.countMax
        }
        return true
    }

    mutating func remove(_ key: SeriesKey) {
        series[key] = nil
        keysOfCoin[key.coin]?.remove(key)
        if keysOfCoin[key.coin]?.isEmpty == true { keysOfCoin[key.coin] = nil }
    }
}
