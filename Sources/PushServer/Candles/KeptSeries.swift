internal import Shared

/// Candles that the hub keeps, and the state of their source. These are pure rules, and the hub has the clock.
///
/// A series grows page by page: first the latest candles, then older ones until there are enough. If a later page
/// fails, the earlier ones stay.
struct KeptSeries {
    /// The next request for the source.
    struct Request: Equatable, Sendable {
        let count: Int
        /// Candles before this time; nil: the latest.
        let end: MarketTime?
    }

    /// The changes by an answer.
    struct News: Equatable {
        let changed: [Candle]
        /// Whether the newest candle is gone, which changes cannot express. A wrong clock had begun it too early.
        let hasLostNewest: Bool

        var needsAll: Bool { hasLostNewest || changed.count > CandleBatch.candlesMax }
    }

    /// Series have two lengths, so that charts of similar length share a request, and a growing chart needs two.
    static let countMin = 300
    private static let countLong = 1000

    private(set) var sequence: CandleSequence
    /// Why the source's last answer brought no candles.
    private(set) var error: ProviderError?
    /// When the source, or a live price, last said something about the series.
    private(set) var heard: MarketTime?
    var lastUse = 0

    private let interval: CandleInterval
    /// When the source was asked; nil after its answer.
    private var asked: MarketTime?
    /// Whether the source has no older candles.
    private var hasOldest = false
    private var available = Int.max
    private var lag = Duration.zero
    private var moves = LiveMoves()
    /// The last candle that the source has called closed. Live prices close later ones without knowing their volumes.
    private var lastClosed: MarketTime?
    /// The time before which the source has nothing newer; nil if it has not answered yet.
    private var freshUntil: MarketTime?
    private var goodFor = Duration.zero
    /// The time before which the source is not asked again after a failure.
    private var avoidedUntil: MarketTime?
    private var backoff = Backoff(first: .seconds(2), longest: .seconds(120))

    /// How many candles are kept for a chart of `count`.
    static func countKept(for count: Int) -> Int { count <= countMin ? countMin : max(count, countLong) }

    init(_ key: SeriesKey, countMax: Int) {
        interval = key.interval
        sequence = CandleSequence(interval: key.interval, countMax: countMax)
    }

    var countMax: Int {
        get { sequence.countMax }
        set { sequence.countMax = newValue }
    }

    var isBeingFetched: Bool { asked != nil }

    /// When it should be asked, or should have been: waiting for room in the source's budget does not change this. Nil
    /// if it was never requested.
    private(set) var due: MarketTime?

    /// Whether the source has sent all candles of a chart of `count`, or all that it has.
    func holds(_ count: Int) -> Bool { freshUntil != nil && (sequence.candles.count >= count || hasOldest) }

    /// How many candles a chart of `count` will have.
    func expected(for count: Int) -> Int { hasOldest ? min(count, sequence.candles.count) : min(count, available) }

    func isFresh(at now: MarketTime) -> Bool { error == nil && !isDue(at: now) }

    /// A time too far in the future was noted before the clock was set back, so it counts as over.
    private func isDue(at now: MarketTime) -> Bool {
        freshUntil.map { now >= $0 || $0.elapsed(since: now) > goodFor } ?? true
    }

    /// Whether the source has failed and is not asked for a while.
    func isAvoided(at now: MarketTime) -> Bool {
        avoidedUntil.map { now < $0 && $0.elapsed(since: now) <= ProviderError.longestWait } ?? false
    }

    // MARK: Asking

    /// What to request so that a chart of `count` can be shown at `now`; nil if nothing.
    func request(for count: Int, at now: MarketTime) -> Request? {
        if isBeingFetched || isAvoided(at: now) { return nil }
        if isDue(at: now) { return Request(count: countOfLatest(at: now), end: nil) }
        guard !holds(count), let oldest = sequence.candles.first?.time else { return nil }
        return Request(count: countMax - sequence.candles.count, end: oldest)
    }

    /// The number of candles to request: all, or only those from the last closed one on.
    private func countOfLatest(at now: MarketTime) -> Int {
        guard let lastClosed else { return countMax }
        let past = interval.start(of: now).milliseconds - lastClosed.milliseconds
        return min(countMax, max(2, Int(past / 1000 / interval.seconds) + 1))
    }

    mutating func ask(at now: MarketTime) {
        asked = now
        moves.forgetAll(after: now)
        moves.forget(until: now.adding(milliseconds: -Int64(lag / .milliseconds(1))))
        moves.split()
    }

    // MARK: Answers

    /// - Parameters:
    ///   - end: the request was for candles before this time, or for the latest.
    ///   - stretch: how many times longer than usual the answer counts as fresh.
    mutating func take(
        _ page: CandlePage,
        before end: MarketTime?,
        at now: MarketTime,
        stretch: Double
    ) -> News {
        defer { asked = nil }
        let held = sequence.candles
        available = page.available
        (error, avoidedUntil) = (nil, nil)
        backoff.reset()
        if let end {
            let older = page.candles.filter { $0.time < end }
            merge(older)
            // If an answer has no older candle, asking again would never end.
            if page.isOldest || older.isEmpty { hasOldest = true }
        } else {
            takeLatest(page, at: now)
            (heard, goodFor) = (now, page.goodFor * stretch)
            freshUntil = now.adding(goodFor)
            due = freshUntil
        }
        let before = Dictionary(uniqueKeysWithValues: held.map { ($0.time, $0) })
        return News(
            changed: sequence.candles.filter { before[$0.time] != $0 },
            hasLostNewest: held.last.map { held in sequence.candles.last.map { $0.time < held.time } ?? true } ?? false
        )
    }

    /// The source's answer replaces everything that it covers. Moves by live prices since the request extend its last
    /// candle, and candles that they began after it stay.
    private mutating func takeLatest(_ page: CandlePage, at now: MarketTime) {
        lag = page.lag
        // Prices have begun candles in the future, because the clock was set back since.
        let held = sequence.candles.prefix { $0.time <= interval.start(of: now) }
        if held.count < sequence.candles.count {
            sequence = CandleSequence(interval: interval, countMax: countMax, candles: Array(held))
        }
        if let asked { moves.forget(until: asked.adding(milliseconds: -Int64(lag / .milliseconds(1)))) }
        var answer = page.candles.map(moves.extend)
        let begun = sequence.candles.filter { candle in page.candles.last.map { $0.time < candle.time } ?? true }
        if !begun.isEmpty, let last = answer.indices.last { answer[last].isClosed = true }
        // The held candles may end long before the answer begins.
        let isJoined = lastClosed.map { closed in page.candles.first.map { $0.time <= closed } ?? true } ?? false
        if !isJoined {
            sequence = CandleSequence(interval: interval, countMax: countMax)
            hasOldest = false
        }
        merge(answer + begun)
        if page.isOldest, !isJoined { hasOldest = true }
        if let closed = page.candles.last(where: \.isClosed)?.time { lastClosed = max(closed, lastClosed ?? closed) }
    }

    /// - Parameters:
    ///   - jitter: 0 to 1.
    ///   - stretch: how many times longer than usual the source is not asked. A failure costs it as much as an answer.
    mutating func failed(_ error: ProviderError, at now: MarketTime, jitter: Double, stretch: Double) {
        (self.error, asked) = (error, nil)
        // If it was only too early to ask, nothing has failed.
        let isPaced = if case .paced = error.failure { true } else { false }
        let own = isPaced ? .zero : backoff.next(jitter: jitter) * stretch
        avoidedUntil = now.adding(error.wait(own: own, at: now))
        if !isPaced { due = avoidedUntil }
    }

    /// Gives up the request, which was neither answered nor refused.
    mutating func giveUp() { asked = nil }

    // MARK: Live prices

    /// Moves the last candle to a live price. Without candles, it does nothing.
    mutating func move(to price: ExactDecimal, at time: MarketTime) -> [Candle] {
        heard = time
        let oldest = sequence.candles.first?.time
        let moved = sequence.move(to: price, at: time)
        if sequence.candles.first?.time != oldest { hasOldest = false }
        if let start = moved.last?.time {
            moves.record(price, in: start, at: time)
            // While a request is open, its answer may be as old as the request.
            moves.forget(until: (asked ?? time).adding(milliseconds: -Int64(lag / .milliseconds(1))))
        }
        return moved
    }

    private mutating func merge(_ candles: [Candle]) {
        let oldest = (sequence.candles.first?.time).map { min($0, candles.first?.time ?? $0) } ?? candles.first?.time
        sequence.merge(candles)
        if sequence.candles.first?.time != oldest { hasOldest = false }
    }
}
