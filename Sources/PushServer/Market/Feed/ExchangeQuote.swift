internal import Shared

/// The last price of a coin on one exchange, if it is believed to belong to this coin.
///
/// A symbol alone is not enough: an exchange may list another coin with the same symbol, and a single answer may be
/// wrong.
struct ExchangeQuote {
    enum Verdict: Equatable {
        case taken
        /// The price jumps. It is shown if the next answer agrees and no source that has spoken since contradicts it.
        case waits
        /// The price belongs to another coin.
        case refused
    }

    let source: SourceNumber
    /// How many decimals the exchange's prices have. Numbers in JSON may lack the zeros at their end.
    var decimals = 0
    private(set) var last: HeardPrice?
    /// The last price, while the exchange has no readable one.
    private var lost: ExactDecimal?
    /// Whether the pair is known to belong to another coin.
    private(set) var isRefused = false
    /// Whether another source has agreed.
    private(set) var isProved = false
    /// The price that jumps and is held back.
    private var jump: Jump?
    /// The jump that is believed but was not confirmed by another source yet.
    private var believed: (began: MarketTime, before: ExactDecimal)?
    /// When the listing began to disagree.
    private var disputed: MarketTime?

    private struct Jump {
        var price: Double
        let began: MarketTime
        /// Whether the exchange has sent it more than once, although others contradict it.
        var isRepeated = false
    }

    init(_ source: SourceNumber) { self.source = source }

    /// Continues a price of an earlier process, which knew the coin that it belongs to.
    init(continuing price: HeardPrice) {
        (source, last, isProved) = (price.source, price, true)
    }

    /// Takes a price near the last one, unless that was a jump that others may have noticed since.
    /// - Returns: false if the price has to be judged.
    mutating func follow(_ price: ExactDecimal, at now: MarketTime) -> Bool {
        guard let known, believed == nil,
            !PriceJudgement.differ(price.approximate, known.approximate, by: PriceJudgement.jumpFactor)
        else { return false }
        accept(price, at: now)
        return true
    }

    /// Judges a first price, or one that jumps.
    ///
    /// Agreement decides. A jump can be contradicted only by a price from after its beginning: a listing is always
    /// older than the jump of an exchange, and a real jump must not wait for it. A first price is believed if no other
    /// source has one, but that proves nothing.
    /// - Parameter others: the prices of other sources, with their times.
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

    /// The exchange has the pair, but no readable price for it.
    ///
    /// The row shows the next source in the meantime, even if only for a second, because the exchange no longer sends
    /// its earlier price.
    /// - Returns: whether a price was lost.
    mutating func lose() -> Bool {
        defer { (lost, last, jump) = (known, nil, nil) }
        return last != nil
    }

    private var known: ExactDecimal? { last?.price ?? lost }

    /// - Parameters:
    ///   - listed: the listing's price.
    ///   - made: when it was made, by the server's clock.
    /// - Returns: whether the pair has turned out to belong to another coin.
    mutating func compare(with listed: Double, made: MarketTime, at now: MarketTime) -> Bool {
        let held = jump.flatMap { $0.isRepeated ? $0.price : nil }
        guard let told = held ?? last?.price.approximate else { return false }
        guard isOther(told, listed) else {
            (isProved, believed, disputed) = (true, nil, nil)
            return false
        }
        let since = disputed ?? now
        disputed = since
        // A listing that repeats an old price says nothing about later prices.
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

    /// Withdraws a jump that was believed. The pair still belongs to its coin, because a listing may lag behind.
    private mutating func holdBack(_ price: Double, since began: MarketTime, before: ExactDecimal) {
        jump = Jump(price: price, began: began, isRepeated: true)
        (last, lost, believed) = (nil, before, nil)
    }

    private func isOther(_ one: Double, _ other: Double) -> Bool {
        PriceJudgement.differ(one, other, by: PriceJudgement.namesakeFactor)
    }
}
