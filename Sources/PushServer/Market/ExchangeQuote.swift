internal import Shared

/// The last price of a coin on one exchange, as far as it is believed to be this coin's.
///
/// A symbol alone says little: an exchange may list a namesake, and a single answer may be wrong.
struct ExchangeQuote {
    enum Verdict: Equatable {
        case taken
        /// It jumps, and is shown if the next answer agrees.
        case waits
        /// It is the price of another coin.
        case refused
    }

    let source: SourceNumber
    /// With how many decimals the exchange tells prices, though numbers in JSON may lack the zeros at their end.
    var decimals = 0
    private(set) var last: HeardPrice?
    /// The last price, while the exchange has none that can be read.
    private var lost: ExactDecimal?
    /// Whether the pair is known to be another coin's.
    private(set) var isRefused = false
    /// Whether another source has agreed.
    private(set) var isProved = false
    /// The price that waits for the next answer.
    private var waiting: Double?
    /// When a jump was believed that no other source has confirmed yet.
    private var jumped: MarketTime?
    /// Since when the listing has disagreed.
    private var disputed: MarketTime?

    init(_ source: SourceNumber) { self.source = source }

    /// As an earlier process had it, which knew whose price it was.
    init(continuing price: HeardPrice) {
        (source, last, isProved) = (price.source, price, true)
    }

    /// Takes a price that is about the last one.
    /// - Returns: false for one that has to be judged.
    mutating func follow(_ price: ExactDecimal, at now: MarketTime) -> Bool {
        guard let known,
            !PriceJudgement.differ(price.approximate, known.approximate, by: PriceJudgement.jumpFactor)
        else { return false }
        accept(price, at: now)
        return true
    }

    /// Judges a first price, or one that jumps.
    /// - Parameter others: what other sources say at about this time.
    mutating func judge(_ price: ExactDecimal, at now: MarketTime, others: [Double]) -> Verdict {
        let value = price.approximate
        let isAgreed = others.contains { !PriceJudgement.differ(value, $0, by: PriceJudgement.namesakeFactor) }
        if isAgreed { (isProved, jumped) = (true, nil) }
        if known == nil {
            isRefused = !isAgreed && !others.isEmpty
            if isRefused { return .refused }
            accept(price, at: now)
            return .taken
        }
        guard let waiting, !PriceJudgement.differ(value, waiting, by: PriceJudgement.namesakeFactor) else {
            self.waiting = value
            return .waits
        }
        if !isAgreed { jumped = now }
        accept(price, at: now)
        return .taken
    }

    /// The exchange has the pair, and no price for it that can be read.
    /// - Returns: whether a price is lost.
    mutating func lose() -> Bool {
        defer { (lost, last, waiting) = (known, nil, nil) }
        return last != nil
    }

    private var known: ExactDecimal? { last?.price ?? lost }

    /// - Parameters:
    ///   - listed: the listing's price.
    ///   - made: when it was made, by our clock.
    /// - Returns: whether the pair has turned out to be another coin's.
    mutating func compare(with listed: Double, made: MarketTime, at now: MarketTime) -> Bool {
        guard let last else { return false }
        guard PriceJudgement.differ(last.price.approximate, listed, by: PriceJudgement.namesakeFactor) else {
            (isProved, jumped, disputed) = (true, nil, nil)
            return false
        }
        let since = disputed ?? now
        disputed = since
        // A listing that goes on repeating what it made before says nothing about what came after.
        let isLag = isProved && made.elapsed(since: since) < PriceJudgement.disputeMax
        if isLag, jumped.map({ made <= $0 }) ?? true { return false }
        var refused = Self(source)
        (refused.decimals, refused.isRefused) = (decimals, true)
        self = refused
        return true
    }

    private mutating func accept(_ price: ExactDecimal, at now: MarketTime) {
        last = HeardPrice(source: source, price: price, heard: now)
        (lost, waiting, isRefused) = (nil, nil, false)
    }
}
