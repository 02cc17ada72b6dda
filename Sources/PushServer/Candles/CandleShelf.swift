internal import Shared

/// All candles that are kept, within a fixed number of them. Those that nobody looks at go first, the longest unused before
/// the others.
struct CandleShelf {
    /// A candle takes some 100 bytes.
    private let candlesMax: Int
    private var series: [SeriesKey: KeptSeries] = [:]
    private var uses = 0

    init(candlesMax: Int) { self.candlesMax = candlesMax }

    var count: Int { series.count }
    var candleCount: Int { series.values.reduce(0) { $0 + $1.sequence.candles.count } }

    subscript(key: SeriesKey) -> KeptSeries? {
        get { series[key] }
        set { series[key] = newValue }
    }

    /// The series for `key`, made if there is none yet.
    mutating func use(_ key: SeriesKey, count: Int) -> KeptSeries {
        uses += 1
        var kept = series[key] ?? KeptSeries(interval: key.interval, countMax: max(count, KeptSeries.countMin))
        kept.lastUse = uses
        series[key] = kept
        return kept
    }

    /// Changes a series that is there.
    mutating func update<Value>(_ key: SeriesKey, _ change: (inout KeptSeries) -> Value) -> Value? {
        guard series[key] != nil else { return nil }
        return change(&series[key, default: KeptSeries(interval: key.interval, countMax: 1)])
    }

    /// Makes room for `count` more candles.
    /// - Returns: false if what is looked at leaves too little.
    mutating func makeRoom(for count: Int, isWatched: (SeriesKey) -> Bool) -> Bool {
        var held = candleCount
        if held + count <= candlesMax { return true }
        let spare = series.filter { !isWatched($0.key) && !$0.value.isBeingFetched }.sorted {
            $0.value.lastUse < $1.value.lastUse
        }
        for (key, kept) in spare {
            series[key] = nil
            held -= kept.sequence.candles.count
            if held + count <= candlesMax { return true }
        }
        return false
    }
}
