internal import Shared

/// Candles that the hub keeps, and what it knows of their source. Pure rules; the hub has the clock.
struct KeptSeries {
    /// Series are kept in two lengths: charts of nearly the same one are a request, and one that grows and grows is two.
    static let countMin = 300
    private static let countLong = 1000

    private(set) var sequence: CandleSequence
    /// How many candles the source was asked for; it has no more than `sequence` holds if that is fewer.
    private(set) var countAsked = 0
    /// Why the source's last answer brought nothing.
    private(set) var problem: ChartProblem?
    var isBeingFetched = false
    var lastUse = 0

    private let source: KlineSource
    /// The last candle that the source called closed. Live prices close later ones, without knowing their volumes.
    private var lastClosed: MarketTime?
    /// When a live price moved the last candle.
    private var lastMove: MarketTime?
    /// The source has nothing newer before this, or is not to be asked before; nil: it was never asked.
    private var nextAsk: MarketTime?
    private var backoff = Backoff(first: .seconds(2), longest: .seconds(120))

    /// How many candles are kept for a chart of `count`.
    static func countKept(for count: Int) -> Int { count <= countMin ? countMin : max(count, countLong) }

    init(_ key: SeriesKey, countMax: Int) {
        source = key.source
        sequence = CandleSequence(interval: key.interval, countMax: countMax)
    }

    var countMax: Int {
        get { sequence.countMax }
        set { sequence.countMax = newValue }
    }

    /// How long the source's answer is as good as a new one.
    ///
    /// Live prices move the last candle all the while, but volumes and candles that ended are the source's to tell.
    /// CryptoCompare's hours and days change every 610 s (providers.md section 4, rule 7), and its calls are counted by the month.
    var refreshInterval: Duration {
        switch source {
        case .huobi: .seconds(60)
        case .cryptoCompare: .seconds(min(max(sequence.interval.seconds, 60), 610))
        }
    }

    /// Whether the source has given what a chart of `count` candles shows, or all that it has.
    func holds(_ count: Int) -> Bool { countAsked >= count }

    func isFresh(at now: MarketTime) -> Bool { problem == nil && countAsked > 0 && !isDue(at: now) }

    /// Whether it is time to ask, again or for the first time.
    func isDue(at now: MarketTime) -> Bool { !isBeingFetched && nextAsk.map { now >= $0 } ?? true }

    /// Whether the source has failed and is left alone for a while.
    func isAvoided(at now: MarketTime) -> Bool { problem != nil && !isBeingFetched && !isDue(at: now) }

    /// How many candles to ask for, so that a chart of `count` can be shown at `now`: all, or only those from the last one on
    /// that the source called closed.
    func countToFetch(for count: Int, at now: MarketTime) -> Int {
        guard holds(count), let lastClosed else { return countMax }
        let past = sequence.interval.start(of: now).milliseconds - lastClosed.milliseconds
        return min(countMax, max(2, Int(past / 1000 / sequence.interval.seconds) + 1))
    }

    /// - Parameter asked: how many candles the source was asked for.
    /// - Returns: what changed.
    mutating func take(_ candles: [Candle], asked: Int, at now: MarketTime) -> [Candle] {
        let held = sequence
        let answer = candles.map { joined($0, with: held, at: now) }
        // All that is kept was asked for: what is held may end long before the answer begins.
        if asked >= countMax {
            sequence = CandleSequence(interval: held.interval, countMax: countMax)
            countAsked = asked
        }
        sequence.merge(answer)
        if let last = answer.last?.time { sequence.merge(held.candles.filter { $0.time > last }) }
        countAsked = max(countAsked, asked)
        if let closed = candles.last(where: \.isClosed)?.time { lastClosed = max(closed, lastClosed ?? closed) }
        (problem, nextAsk) = (nil, now.adding(refreshInterval))
        backoff.reset()
        let before = Dictionary(uniqueKeysWithValues: held.candles.map { ($0.time, $0) })
        return sequence.candles.filter { before[$0.time] != $0 }
    }

    /// - Parameter jitter: 0 to 1.
    /// - Returns: whether that is news.
    mutating func failed(_ problem: ChartProblem, _ error: ProviderError, at now: MarketTime, jitter: Double) -> Bool {
        defer { self.problem = problem }
        let wait = MarketPoller.wait(after: error, own: backoff.next(jitter: jitter), now: now)
        nextAsk = now.adding(wait)
        return self.problem != problem
    }

    /// Moves the last candle to a live price. While nothing is held there is nothing to move.
    mutating func move(to price: ExactDecimal, at time: MarketTime) -> [Candle] {
        lastMove = time
        return sequence.move(to: price, at: time)
    }

    /// An answer may be minutes old, and live prices have been here since: what they moved stays moved, and what they closed
    /// stays closed, until the source itself closes it.
    private func joined(_ candle: Candle, with held: CandleSequence, at now: MarketTime) -> Candle {
        guard !candle.isClosed, let mine = held.candles.last(where: { $0.time <= candle.time }),
            mine.time == candle.time
        else { return candle }
        var joined = candle
        joined.high = max(candle.high, mine.high)
        joined.low = min(candle.low, mine.low)
        joined.isClosed = mine.isClosed
        if mine.isClosed || lastMove.map({ now.elapsed(since: $0) < refreshInterval }) == true {
            joined.close = mine.close
        }
        return joined
    }
}
