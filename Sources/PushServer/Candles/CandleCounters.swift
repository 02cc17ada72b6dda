internal import Synchronization

/// What the candle hub has done, for the metrics.
final class CandleCounters: Sendable {
    let requests = Atomic<Int>(0)
    let cacheAnswers = Atomic<Int>(0)

    func asked() { requests.add(1, ordering: .relaxed) }
    func answeredFromCache() { cacheAnswers.add(1, ordering: .relaxed) }
}
