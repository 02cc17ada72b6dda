import Shared

@testable import PushServer

extension MarketHubRules {
    /// A market without planned sources.
    init(now: MarketTime) { self.init(Plan(), now: now) }

    /// For tests in which the time before the first answer does not matter.
    init(_ plan: Plan = Plan()) { self.init(plan, now: MarketTime(milliseconds: 0)) }
}
