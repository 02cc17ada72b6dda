internal import Shared

/// The last price of a coin on one exchange, as far as it is believed to be this coin's.
///
/// A symbol alone says little: an exchange may list a namesake, and a single answer may be wrong.
struct ExchangeQuote {
    enum Verdict: Equatable {
        case taken
        /// It jumps, and is shown if the next answer agrees and nobody who has spoken since contradicts it.
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
    /// The price that jumps and is held back.
    private var jump: Jump?
    /// The jump that was believed and that no other source has confirmed yet.
    private var believed: (began: MarketTime, before: ExactDecimal)?
    /// Since when the listing has disagreed.
    private var disputed: MarketTime?

    private struct Jump {
        var price: Double
        let began: MarketTime
        /// Whether the exchange has told it more than once: others contradict it.
        var isRepeated = false
    }

    init(_ source: SourceNumber) { self.source = source }

    /// As an earlier process had it, which knew whose price it was.
    init(continuing price: HeardPrice) {
        (source, last, isProved) = (price.source, price, true)
    }

    /// Takes a price that is about the last one, unless that was a jump of which others may have come to know.
    /// - Returns: false for one that has to be judged.
    mutating func follow(_ price: ExactDecimal, at now: MarketTime) -> Bool {
        guard let known, believed == nil,
            !PriceJudgement.differ(price.approximate, known.approximate, by: PriceJudgement.jumpFactor)
        else { return false }
        accept(price, at: now)
        return true
    }

    /// Judges a first price, or one that jumps.
    ///
    /// Whoever agrees decides. A jump can be contradicted only by what was said after it began: a listing is always older
    /// than the jump of an exchange, and a real one must not wait for it. A first price of which nobody else has one is
    /// believed, and proves nothing.
    /// - Parameter others: what other sources say, and when they said it.
    mutating func judge(_ price: ExactDecimal, at now: MarketTime, others: [HeardPrice]) -> Verdict {
        let value = price.approximate
        let isAgreed = others.contains { !isOther(value, $0.price.approximate) }
        func isContradicted(since began: MarketTime) -> Bool { !isAgreed && others.contains { $0.heard >= began } }
        if isAgreed { (isProved, believed, disputed) = (true, nil, nil) }
        guard let known else {
            isRefused = !isAgreed && !others.isEmpty
            if isRefused { return .refused }
            accept(price, at: now)
            return .taken
        }
        if !PriceJudgement.differ(value, known.approximate, by: PriceJudgement.jumpFactor) {
            if let believed, isContradicted(since: believed.began) {
                holdBack(value, since: believed.began, before: believed.before)
                return .waits
            }
            accept(price, at: now)
            return .taken
        }
        guard let jump, !isOther(value, jump.price) else {
            self.jump = Jump(price: value, began: now)
            return .waits
        }
        if isContradicted(since: jump.began) {
            self.jump = Jump(price: value, began: jump.began, isRepeated: true)
            return .waits
        }
        if !isAgreed { believed = (jump.began, known) }
        accept(price, at: now)
        return .taken
    }

    /// The exchange has the pair, and no price for it that can be read.
    ///
    /// The row shows the next source meanwhile, if only for a second: what the exchange said before is no longer what it says.
    /// - Returns: whether a price is lost.
    mutating func lose() -> Bool {
        defer { (lost, last, jump) = (known, nil, nil) }
        return last != nil
    }

    private var known: ExactDecimal? { last?.price ?? lost }

    /// - Parameters:
    ///   - listed: the listing's price.
    ///   - made: when it was made, by our clock.
    /// - Returns: whether the pair has turned out to be another coin's.
    mutating func compare(with listed: Double, made: MarketTime, at now: MarketTime) -> Bool {
        let held = jump.flatMap { $0.isRepeated ? $0.price : nil }
        guard let told = held ?? last?.price.approximate else { return false }
        guard isOther(told, listed) else {
            (isProved, believed, disputed) = (true, nil, nil)
            return false
        }
        let since = disputed ?? now
        disputed = since
        // A listing that goes on repeating what it made before says nothing about what came after.
        if isProved, made.elapsed(since: since) < PriceJudgement.disputeMax {
            if let believed, made > believed.began { holdBack(told, since: believed.began, before: believed.before) }
            return false
        }
        var refused = Self(source)
        (refused.decimals, refused.isRefused) = (decimals, true)
        self = refused
        return true
    }

    private mutating func accept(_ price: ExactDecimal, at now: MarketTime) {
        last = HeardPrice(source: source, price: price, heard: now)
        (lost, jump, isRefused) = (nil, nil, false)
    }

    /// Takes a jump back that was believed. The pair stays its coin's: a listing may lag behind.
    private mutating func holdBack(_ price: Double, since began: MarketTime, before: ExactDecimal) {
        jump = Jump(price: price, began: began, isRepeated: true)
        (last, lost, believed) = (nil, before, nil)
    }

    private func isOther(_ one: Double, _ other: Double) -> Bool {
        PriceJudgement.differ(one, other, by: PriceJudgement.namesakeFactor)
    }
}
