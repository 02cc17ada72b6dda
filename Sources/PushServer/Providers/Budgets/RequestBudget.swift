package import Shared

/// How often something may be requested: at most `count` times in any span of `length`, for each of its windows.
///
/// There is a token bucket for each window. If a bucket held all requests of a window, they could be spent at once and
/// again as they come back. So it holds half of them, and the other half comes back over the length. A burst and a
/// steady rate together stay within the window wherever it begins. All arithmetic is in whole milliseconds.
package struct RequestBudget: Sendable, Equatable {
    package struct Window: Sendable, Equatable {
        package let count: Int
        package let length: Duration

        package init(_ count: Int, per length: Duration) {
            precondition(count > 0 && length > .zero, "a window without room")
            (self.count, self.length) = (count, length)
        }
    }

    package enum Verdict: Sendable, Equatable {
        /// The request is counted, and may be sent.
        case granted
        /// Nothing is counted. There will be room at that time, if nobody else takes it.
        case wait(until: MarketTime)
        /// Nothing is counted: the provider itself refuses such requests until then. `retryAt` is when one may try.
        case held(until: MarketTime, retryAt: MarketTime)
    }

    private let windows: [Window]
    private var buckets: [Bucket]

    package init(_ windows: Window...) { self.init(windows) }

    package init(_ windows: [Window]) { (self.windows, buckets) = (windows, windows.map(Bucket.init)) }

    /// A separate budget with a share of this one, counted in requests of this cost.
    func share(_ share: BudgetShare, cost: Int) -> RequestBudget {
        RequestBudget(
            windows.flatMap { window in
                let times = max(1, Int(share.span / window.length))
                let whole = window.part(share.parts * max(1, cost), times: times)
                return times > 1 ? [window.part(share.burstParts * max(1, cost)), whole] : [whole]
            }
        )
    }

    /// - Parameters:
    ///   - cost: for how many requests, or credits, this one counts.
    ///   - isSpare: whether to leave a quarter of the burst to requests that are not spare.
    package mutating func take(_ cost: Int = 1, at now: MarketTime, isSpare: Bool = false) -> Verdict {
        for index in buckets.indices { buckets[index].refill(at: now) }
        if let room = buckets.compactMap({ $0.room(for: cost, at: now, isSpare: isSpare) }).max() {
            return .wait(until: room)
        }
        for index in buckets.indices { buckets[index].spend(cost) }
        return .granted
    }

    /// How many times longer than usual a repeated spare request should wait, so that windows of an hour and more are
    /// not used up.
    ///
    /// It is 1 while half of what such requests may spend is left, and grows as the rest shrinks. So however many
    /// requests repeat, they settle at the rate at which the windows fill again, before they are refused.
    package mutating func stretch(at now: MarketTime) -> Double {
        for index in buckets.indices { buckets[index].refill(at: now) }
        return buckets.map(\.stretch).max() ?? 1
    }
}

/// A share of a budget for requests that nobody waits for: a small share over a span of time, and a larger one for a
/// burst within it.
package struct BudgetShare: Sendable {
    /// The share of the requests in `span`, as one of this many parts. A longer window counts whole.
    let parts: Int
    let span: Duration
    /// The share of a shorter window, as one of this many parts.
    let burstParts: Int
}

extension RequestBudget.Window {
    /// One of this many parts of a number of windows. A share without room for one request gets a longer window.
    fileprivate func part(_ parts: Int, times: Int = 1) -> Self {
        let count = self.count * times / parts
        if count > 0 { return Self(count, per: length * times) }
        return Self(1, per: length * ((parts + self.count - 1) / self.count))
    }
}

/// The requests of one window. A request weighs as much as the window has milliseconds, so that a whole number comes
/// back in each millisecond.
private struct Bucket: Sendable, Equatable {
    /// If a window of this length or longer is used up, charts stop for longer than anybody waits.
    private static let longWindow = 3_600_000
    private static let stretchMax = 100.0

    /// The weight of one request.
    private let unit: Int
    private let capacity: Int
    private let refillPerMillisecond: Int
    private var level: Int
    private var refilled: MarketTime?

    init(_ window: RequestBudget.Window) {
        let burst = (window.count + 1) / 2
        unit = Int(window.length / .milliseconds(1))
        capacity = burst * unit
        // In any stretch of the length, a burst and all but one of these fit.
        refillPerMillisecond = window.count - burst + 1
        level = capacity
    }

    /// What spare requests leave to others.
    private var reserve: Int { capacity / unit / 4 * unit }

    var stretch: Double {
        if unit < Self.longWindow { return 1 }
        let free = Double(max(0, level - reserve)) / Double(max(1, capacity - reserve))
        return min(max(1, 0.5 / max(free, 0.001)), Self.stretchMax)
    }

    /// If the clock was set back, nothing changes.
    mutating func refill(at now: MarketTime) {
        let elapsed = refilled.map { now.milliseconds - $0.milliseconds } ?? 0
        refilled = now
        if elapsed > 0 { level = min(capacity, level + min(Int(elapsed), unit) * refillPerMillisecond) }
    }

    /// - Returns: nil if there is room now.
    func room(for cost: Int, at now: MarketTime, isSpare: Bool) -> MarketTime? {
        let missing = min(weight(cost) + (isSpare ? reserve : 0), capacity) - level
        if missing <= 0 { return nil }
        return now.adding(milliseconds: Int64((missing + refillPerMillisecond - 1) / refillPerMillisecond))
    }

    mutating func spend(_ cost: Int) { level -= weight(cost) }

    /// A request that weighs more than the bucket can hold is granted by a full bucket.
    private func weight(_ cost: Int) -> Int { min(max(cost, 0) * unit, capacity) }
}
