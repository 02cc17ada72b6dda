package import Shared

/// How often something may be asked: at most `count` times in any stretch of `length`, for each of its windows.
///
/// A token bucket for each window. A bucket that holds all of a window's requests could spend them at once and again as
/// they come back, so it holds half of them, and the other half come back over the length: a burst and a steady rate
/// together stay within the window wherever it begins. All arithmetic is in whole milliseconds.
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
        /// Nothing is counted; there is room then, if nobody else takes it.
        case wait(until: MarketTime)
    }

    private var buckets: [Bucket]
    private var heldUntil: MarketTime?

    package init(_ windows: Window...) { buckets = windows.map(Bucket.init) }

    /// - Parameters:
    ///   - cost: how many requests, or credits, this one counts for.
    ///   - isSpare: leaves a quarter of what may be spent at once to those that are not.
    package mutating func take(_ cost: Int = 1, at now: MarketTime, isSpare: Bool = false) -> Verdict {
        if let heldUntil, now < heldUntil { return .wait(until: heldUntil) }
        for index in buckets.indices { buckets[index].refill(at: now) }
        if let room = buckets.compactMap({ $0.room(for: cost, at: now, isSpare: isSpare) }).max() {
            return .wait(until: room)
        }
        for index in buckets.indices { buckets[index].spend(cost) }
        return .granted
    }

    /// Grants nothing before `time`: the provider has said so.
    package mutating func hold(until time: MarketTime) { heldUntil = max(heldUntil ?? time, time) }
}

/// One window's requests. A request weighs as much as the window has milliseconds, so that what comes back in one
/// millisecond is a whole number.
private struct Bucket: Sendable, Equatable {
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

    /// A clock that was set back brings nothing and takes nothing.
    mutating func refill(at now: MarketTime) {
        let elapsed = refilled.map { now.milliseconds - $0.milliseconds } ?? 0
        refilled = now
        if elapsed > 0 { level = min(capacity, level + min(Int(elapsed), unit) * refillPerMillisecond) }
    }

    /// - Returns: nil when there is room now.
    func room(for cost: Int, at now: MarketTime, isSpare: Bool) -> MarketTime? {
        let reserve = isSpare ? capacity / unit / 4 * unit : 0
        let missing = min(weight(cost) + reserve, capacity) - level
        if missing <= 0 { return nil }
        return now.adding(milliseconds: Int64((missing + refillPerMillisecond - 1) / refillPerMillisecond))
    }

    mutating func spend(_ cost: Int) { level -= weight(cost) }

    /// What is more than the bucket ever holds is granted by a full bucket.
    private func weight(_ cost: Int) -> Int { min(max(cost, 0) * unit, capacity) }
}
