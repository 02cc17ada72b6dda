package import Shared

/// What the plan of a listing's key allows, as the provider says it.
package struct CreditPlan: Hashable, Sendable {
    /// The credits of a day or a month.
    package struct Allowance: Hashable, Sendable {
        package var limit: Int
        /// How many are left; nil if unknown.
        package var left: Int?
        /// When the limit starts over; nil if unknown.
        package var resets: MarketTime?

        /// A spent plan may be renewed at any time, and the provider says at each request whether it is.
        private static let spentInterval = Duration.seconds(3600)

        package init(limit: Int, left: Int? = nil, resets: MarketTime? = nil) {
            (self.limit, self.left, self.resets) = (limit, left, resets)
        }

        /// The interval that spreads the remaining credits over the rest of their period. If these are unknown, it
        /// spreads all credits over the whole period. The credits of one request stay in reserve, because the rest is
        /// read only now and then.
        fileprivate func interval(costing credits: Int, period: Duration, at now: MarketTime) -> Duration {
            let rest = resets.map { $0.elapsed(since: now) }
            guard let left, let rest, rest > .zero, rest <= period + .seconds(86_400) else {
                return period * credits / max(1, limit)
            }
            let spendable = left - credits
            return spendable < credits ? min(rest, Self.spentInterval) : rest * credits / spendable
        }
    }

    package var month: Allowance?
    package var day: Allowance?

    package init(month: Allowance? = nil, day: Allowance? = nil) { (self.month, self.day) = (month, day) }

    /// How often requests of this cost may be sent so that no period's credits run out; nil if the plan has no limit.
    package func interval(costing credits: Int, at now: MarketTime) -> Duration? {
        let month = month?.interval(costing: credits, period: .seconds(30 * 86_400), at: now)
        let day = day?.interval(costing: credits, period: .seconds(86_400), at: now)
        return [month, day].compactMap(\.self).max()
    }
}

/// Reads the plan of a provider's key. This costs no credits.
typealias CreditPlanSource = @Sendable () async throws(ProviderError) -> CreditPlan

/// How often a listing is requested: as often as the plan of its key allows, but not more often than its data changes.
struct ListingPace {
    /// How often the plan is read. Others may spend the same key's credits, too.
    static let planLifetime = Duration.seconds(3600)

    private(set) var interval: Duration
    private let intervalMin: Duration
    /// The cost of a listing.
    private let credits: Int
    private var read: MarketTime?

    /// - Parameter interval: counts until the plan is known.
    init(interval: Duration, intervalMin: Duration, credits: Int) {
        (self.interval, self.intervalMin, self.credits) = (interval, intervalMin, credits)
    }

    /// Whether the plan must be read before the next request. A failed reading counts, too: it is not urgent.
    mutating func isPlanDue(at now: MarketTime) -> Bool {
        if let read, now.isNear(read, within: Self.planLifetime) { return false }
        read = now
        return true
    }

    /// - Returns: whether the interval has changed.
    mutating func take(_ plan: CreditPlan, at now: MarketTime) -> Bool {
        let before = interval
        let wanted = plan.interval(costing: credits, at: now) ?? intervalMin
        // Whole seconds, so that a plan that is spent evenly keeps its interval.
        let seconds = wanted.components.seconds + (wanted.components.attoseconds > 0 ? 1 : 0)
        interval = max(.seconds(seconds), intervalMin)
        return interval != before
    }
}
