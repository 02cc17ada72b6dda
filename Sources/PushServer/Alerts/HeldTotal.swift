internal import Shared

/// The value of all that a user holds, in dollars and in floating point, with what tells whether an alert needs a look.
///
/// Each term has a relative error of at most some 100 roundings (a decimal becomes a Double), and the sum of n terms adds
/// at most n more: (100 + n) × 2^-53 of the sum of all magnitudes. A user has at most 10,000 records, so the error is
/// below 1.2e-12 of that sum. `errorMax` is some 800 times as much. Within it, the exact sum decides.
struct HeldTotal {
    /// How far a floating-point sum may be from the exact one, as a part of the sum of all magnitudes.
    static let errorMax = 1e-9

    /// A value that meets a threshold. Both figures are in dollars.
    struct Edge {
        let value: Double
        /// How far the value may be off.
        let error: Double
    }

    /// Between these values no alert is met.
    struct Quiet {
        private(set) var above = -Double.infinity
        private(set) var below = Double.infinity

        mutating func stay(clearOf edge: Edge, isRise: Bool) {
            if isRise {
                below = min(below, edge.value - edge.error)
            } else {
                above = max(above, edge.value + edge.error)
            }
        }
    }

    private struct Term {
        let place: Int32
        let amount: Double
    }

    private(set) var holder: HoldingAlerts.Holder
    private(set) var holdings: [HeldCoin] = []
    private var terms: [Term] = []
    /// How many alerts are about these holdings.
    var users = 0
    /// The alerts that wait for a threshold.
    var slots: [AlertSlot] = []
    /// Whether the next poll must look at it.
    var isDue = false
    /// Nil if each alert must be looked at.
    var quiet: Quiet?
    /// At the lower and at the higher prices of all coins; not a number while one is unknown.
    private var (low, high) = (Double.nan, Double.nan)
    /// How far both may be off.
    private var error = 0.0

    init(_ holder: HoldingAlerts.Holder) { self.holder = holder }

    /// Takes a place that nobody uses. It may still be due.
    mutating func reuse(for holder: HoldingAlerts.Holder) { self.holder = holder }

    /// - Parameter places: where the prices of these coins are.
    mutating func hold(_ holdings: [HeldCoin], at places: [Int32]) {
        self.holdings = holdings
        terms = zip(places, holdings).map { Term(place: $0, amount: $1.amount.approximate) }
        quiet = nil
    }

    /// Adds all up from scratch, so that errors of one poll never reach the next.
    mutating func addUp(_ prices: [HeldPrice]) {
        var (low, high, magnitude) = (0.0, 0.0, 0.0)
        for term in terms {
            let price = prices[Int(term.place)]
            // More than was bought may have been sold.
            let (one, other) = (term.amount * price.low, term.amount * price.high)
            low += one
            high += other
            magnitude += max(abs(one), abs(other))
        }
        (self.low, self.high, error) = (low, high, magnitude * Self.errorMax)
    }

    /// Whether an alert may be met, or has never been looked at. An unknown total meets none.
    var mayMeet: Bool {
        if slots.isEmpty || low.isNaN || high.isNaN { return false }
        guard let quiet else { return true }
        return !(low + error < quiet.below && high - error > quiet.above)
    }

    /// - Returns: nil if only the exact sum can tell.
    func isClearlyMet(_ edge: Edge, isRise: Bool) -> Bool? {
        let value = isRise ? low : high
        return abs(value - edge.value) > error + edge.error ? (value > edge.value) == isRise : nil
    }
}

/// The prices of a coin's last two polls, in dollars: zero if the market does not list it, not a number if unknown.
struct HeldPrice {
    static let unknown = HeldPrice(low: .nan, high: .nan)
    static let unlisted = HeldPrice(low: 0, high: 0)

    let low: Double
    let high: Double
}

/// A coin that users hold, with the prices of the last two successive polls of its source.
struct PolledCoin {
    enum State { case unknown, unlisted, polled }

    let id: CoinID
    /// Where the totals with this coin are.
    var totals: [Int32] = []
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
