import Shared

/// Builds coarse candles exactly from finer ones: the first open, the highest high, the lowest low, the last close,
/// and the sum of the volumes.
///
/// Intervals without a finer candle are left out, so gaps stay gaps. The first interval is left out if the finer
/// candles begin in its middle, because it lacks older ones. It stays if it is the coin's first interval ever, or the
/// only one.
struct CandleBuilder {
    let interval: CandleInterval

    /// - Parameter series: candles whose length divides that of `interval`, and whose bounds match.
    func build(_ series: CandleSeries) -> CandleSeries {
        var groups: [CandleGroup] = []
        for candle in series.candles {
            let start = interval.start(of: candle.time)
            if groups.last?.candle.time == start {
                groups[groups.endIndex - 1].add(candle)
            } else {
                groups.append(CandleGroup(start: start, first: candle))
            }
        }
        var built = series
        built.candles = groups.enumerated().map { index, group in
            group.finished(isOver: index < groups.endIndex - 1 || interval.end(from: group.candle.time) <= series.asOf)
        }
        if let first = series.candles.first, interval.start(of: first.time) != first.time, !series.reachesListing,
            built.candles.count > 1
        {
            built.candles.removeFirst()
        }
        return built
    }
}

/// A coarse candle in progress.
private struct CandleGroup {
    private(set) var candle: Candle
    private var volume = DecimalSum()
    private var hasVolume = true

    init(start: MarketTime, first: Candle) {
        candle = first
        candle.time = start
        addVolume(of: first)
    }

    mutating func add(_ later: Candle) {
        candle.high = max(candle.high, later.high)
        candle.low = min(candle.low, later.low)
        candle.close = later.close
        candle.isClosed = later.isClosed
        addVolume(of: later)
    }

    /// - Parameter isOver: whether the time of the whole candle is over. The candle is closed if its last part is
    ///   closed, too.
    func finished(isOver: Bool) -> Candle {
        var finished = candle
        finished.volume = hasVolume ? volume.total : nil
        finished.isClosed = isOver && candle.isClosed
        return finished
    }

    /// One unknown volume makes the sum unknown.
    private mutating func addVolume(of candle: Candle) {
        if let part = candle.volume { volume.add(part) } else { hasVolume = false }
    }
}
