internal import Shared

/// The value of all that a user holds, in dollars and in floating point: the lowest and the highest that it can be at the
/// prices of each coin's last two polls.
///
/// Each moved price moves the sums. After `pollsKept` polls at the latest, a sum is added up from scratch. Each term has a
/// relative error of at most some 100 roundings (a decimal becomes a Double), and each addition or move adds at most three
/// more, relative to the largest sum of magnitudes since the last time from scratch. A user has at most 10,000 records, so
/// the error is below (100 + 10,000 + 3 × 10,000 × `pollsKept`) × 2^-53 = 2.2e-10 of that sum. `errorMax` is four times as
/// much. Within it, the exact sum decides.
struct HeldSum {
    static let errorMax = 1e-9
    static let pollsKept = 64

    /// A value that meets a threshold. Both figures are in dollars.
    struct Edge {
        let value: Double
        /// How far the value may be off.
        let error: Double
    }

    /// Not numbers while the price of a coin is unknown.
    private(set) var (low, high) = (0.0, 0.0)
    /// At least the sum of all magnitudes, and of each one since the last time from scratch.
    private var magnitude = 0.0
    /// Whether the next poll must look at it.
    var isDue = false
    /// Whether it must be added up from scratch before that.
    var isStale = false

    var isKnown: Bool { !low.isNaN && !high.isNaN }
    /// How far both sums may be off.
    var error: Double { magnitude * Self.errorMax }

    /// Starts over, without anything held.
    mutating func clear() { (low, high, magnitude, isStale) = (0, 0, 0, false) }

    /// Takes a coin's price, or the change of a price.
    mutating func add(_ amount: Double, at price: HeldPrice) {
        // More than was bought may have been sold. An amount below zero is worth less at the higher price.
        let (one, other) =
            amount < 0 ? (amount * price.high, amount * price.low) : (amount * price.low, amount * price.high)
        low += one
        high += other
        magnitude += max(abs(one), abs(other))
        isDue = true
    }

    /// - Returns: nil if only the exact sum can decide.
    func isClearlyMet(_ edge: Edge, isRise: Bool) -> Bool? {
        let value = isRise ? low : high
        return abs(value - edge.value) > error + edge.error ? (value > edge.value) == isRise : nil
    }
}

/// The values between which no alert on a total is met.
struct QuietRange {
    /// Each alert must be looked at.
    static let none = QuietRange(above: .infinity, below: -.infinity)
    /// There is no alert.
    static let everything = QuietRange(above: -.infinity, below: .infinity)

    private(set) var above: Double
    private(set) var below: Double

    mutating func stay(clearOf edge: HeldSum.Edge, isRise: Bool) {
        if isRise {
            below = min(below, edge.value - edge.error)
        } else {
            above = max(above, edge.value + edge.error)
        }
    }

    func contains(_ sum: HeldSum) -> Bool { sum.low + sum.error < below && sum.high - sum.error > above }
}

/// Whose total it is, what it contains, and which alerts are about it.
struct HeldTotal {
    struct Term {
        /// Where the coin's prices are.
        let coin: Int32
        let amount: Double
    }

    private(set) var holder: HoldingAlerts.Holder
    /// The user's real holdings. For a limit in a coin they differ from `holdings`.
    var own: [HeldCoin] = []
    private(set) var holdings: [HeldCoin] = []
    /// The same holdings, as terms of the sum.
    private(set) var terms: [Term] = []
    /// How many alerts are about these holdings.
    var users = 0
    /// The alerts that wait for a threshold.
    var slots: [AlertSlot] = []

    init(_ holder: HoldingAlerts.Holder) { self.holder = holder }

    /// Takes a place that nobody uses.
    mutating func reuse(for holder: HoldingAlerts.Holder) { self.holder = holder }
    mutating func hold(_ holdings: [HeldCoin], _ terms: [Term]) { (self.holdings, self.terms) = (holdings, terms) }
}

/// How much of a coin is in which totals. A move of the price touches nothing else.
struct CoinShares {
    private(set) var totals: [Int32] = []
    private var amounts: [Double] = []

    var isEmpty: Bool { totals.isEmpty }

    mutating func append(_ amount: Double, in total: Int32) {
        totals.append(total)
        amounts.append(amount)
    }

    mutating func replace(_ amount: Double, in total: Int32) {
        if let index = totals.firstIndex(of: total) { amounts[index] = amount }
    }

    mutating func remove(from total: Int32) {
        guard let index = totals.firstIndex(of: total) else { return }
        totals.swapAt(index, totals.count - 1)
        amounts.swapAt(index, amounts.count - 1)
        totals.removeLast()
        amounts.removeLast()
    }

    /// - Parameter move: the change of the prices.
    func move(_ sums: inout [HeldSum], by move: HeldPrice) {
        // 100,000 of these moves took a poll 1.05 to 1.35 ms (p99) through the array, and 0.55 to 0.73 ms through its buffer.
        sums.withUnsafeMutableBufferPointer { sums in
            for (total, amount) in zip(totals, amounts) { sums[Int(total)].add(amount, at: move) }
        }
    }
}

/// The prices of a coin's last two polls, in dollars: zero if the market does not list it, not a number if unknown.
struct HeldPrice {
    static let unknown = HeldPrice(low: .nan, high: .nan)
    static let unlisted = HeldPrice(low: 0, high: 0)

    let low: Double
    let high: Double

    static func - (one: Self, other: Self) -> Self { Self(low: one.low - other.low, high: one.high - other.high) }
}

/// A coin that users hold, with the prices of the last two successive polls of its source.
struct PolledCoin {
    enum State { case unknown, unlisted, polled }

    let id: CoinID
    var shares = CoinShares()
    private(set) var state = State.unknown
    private var source = SourceNumber.none
    private(set) var last: ExactDecimal?
    private var previous: ExactDecimal?

    init(id: CoinID) { self.id = id }

    var low: ExactDecimal? { last.flatMap { last in previous.map { min($0, last) } } }
    var high: ExactDecimal? { last.flatMap { last in previous.map { max($0, last) } } }

    var price: HeldPrice {
        switch state {
        case .unknown: return .unknown
        case .unlisted: return .unlisted
        case .polled:
            guard let last, let previous else { return .unknown }
            let (one, other) = (last.approximate, previous.approximate)
            return HeldPrice(low: min(one, other), high: max(one, other))
        }
    }

    /// - Returns: whether that changes anything.
    mutating func follow(_ source: SourceNumber) -> Bool {
        if self.source == source { return false }
        (self.source, last, previous, state) = (source, nil, nil, .unknown)
        return true
    }

    /// - Returns: whether that changes anything. Prices are compared exactly: a Double may hide a change.
    mutating func take(_ poll: MarketPoll, of market: MarketTable) -> Bool {
        let before = state
        guard let row = market.row(of: id), !market[row].isDelisted else {
            state = market.count == 0 ? .unknown : .unlisted
            return state != before
        }
        let quote = market[row]
        var isChanged = follow(quote.pricing.source)
        if source == poll.source {
            let former = last
            let heard = poll.hasHeard(row) ? quote.exactPrice : nil
            let next = heard == nil ? nil : former
            isChanged = isChanged || heard != last || next != previous
            (last, previous) = (heard, next)
        }
        state = last == nil || previous == nil ? .unknown : .polled
        return isChanged || state != before
    }
}

extension Threshold {
    func isMet(by total: BigDecimal) -> Bool {
        let limit = BigDecimal(value)
        if total == limit { return !isStrict }
        return (total > limit) == isRise
    }
}

extension BigDecimal {
    /// Rounded to `decimals` places, or to none if that would be too many digits.
    func shown(decimals: Int) -> ExactDecimal {
        let texts = [decimals, 0].lazy.map { rounded(to: $0).plainText }
        return texts.compactMap { try? ExactDecimal(parsing: $0) }.first ?? .zero
    }
}
