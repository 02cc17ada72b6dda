internal import Shared

/// Candles that the hub keeps, and what it knows of their source. Pure rules; the hub has the clock.
struct KeptSeries {
    /// A series that somebody looks at is asked for anew this often: live prices move its last candle, but volumes and
    /// candles that ended are the source's to tell.
    static let refreshInterval = Duration.seconds(60)
    /// Charts of nearly the same length are one request.
    static let countMin = 300

    private(set) var sequence: CandleSequence
    /// How many candles the source was asked for; it has no more than `sequence` holds if that is fewer.
    private(set) var countAsked = 0
    /// The last candle that the source called closed. Live prices close later ones, without knowing their volumes.
    private var lastClosed: MarketTime?
    /// When the source last answered.
    private(set) var freshness: MarketTime?
    private(set) var problem: ChartProblem?
    var isBeingFetched = false
    /// Of the wait that counts; older ones mean nothing.
    private(set) var waitNumber = 0
    private(set) var isWaiting = false
    var lastUse = 0
    var backoff = Backoff(first: .seconds(2), longest: .seconds(120))

    init(interval: CandleInterval, countMax: Int) {
        sequence = CandleSequence(interval: interval, countMax: countMax)
    }

    var countMax: Int {
        get { sequence.countMax }
        set { sequence.countMax = newValue }
    }

    /// Whether the source has given what a chart of `count` candles shows, or all that it has.
    func holds(_ count: Int) -> Bool { countAsked >= count }

    func isFresh(at now: MarketTime) -> Bool {
        freshness.map { now.elapsed(since: $0) < Self.refreshInterval } ?? false
    }

    /// How many candles to ask for, so that a chart of `count` can be shown at `now`: all, or only those from the last one on
    /// that the source called closed.
    func countToFetch(for count: Int, at now: MarketTime) -> Int {
        let wanted = max(count, Self.countMin)
        guard holds(count), let lastClosed else { return wanted }
        let past = sequence.interval.start(of: now).milliseconds - lastClosed.milliseconds
        return min(wanted, max(2, Int(past / 1000 / sequence.interval.seconds) + 1))
    }

    /// - Parameter asked: how many candles the source was asked for.
    /// - Returns: what changed.
    mutating func take(_ candles: [Candle], asked: Int, at now: MarketTime) -> [Candle] {
        countAsked = max(countAsked, asked)
        countMax = max(countMax, asked)
        if let closed = candles.last(where: \.isClosed)?.time { lastClosed = max(closed, lastClosed ?? closed) }
        (freshness, problem) = (now, nil)
        backoff.reset()
        return sequence.merge(candles)
    }

    /// - Returns: whether that is news.
    mutating func failed(_ problem: ChartProblem) -> Bool {
        defer { self.problem = problem }
        return self.problem != problem
    }

    mutating func beginWait() -> Int {
        isWaiting = true
        waitNumber += 1
        return waitNumber
    }

    mutating func endWait() {
        isWaiting = false
        waitNumber += 1
    }

    /// Moves the last candle to a live price. While nothing is held there is nothing to move.
    mutating func move(to price: ExactDecimal, at time: MarketTime) -> [Candle] { sequence.move(to: price, at: time) }
}
