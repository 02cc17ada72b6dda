internal import Shared
internal import Synchronization

/// What the user hub has done, for the metrics.
final class UserCounters: Sendable {
    let commits = Atomic<Int>(0)
    let requests = Atomic<Int>(0)
    let applied = Atomic<Int>(0)
    let refused = Atomic<Int>(0)

    func committed(requests count: Int) {
        commits.add(1, ordering: .relaxed)
        requests.add(count, ordering: .relaxed)
    }

    func settled(_ result: MutationResult) {
        switch result.outcome {
        case .applied: applied.add(1, ordering: .relaxed)
        case .refused: refused.add(1, ordering: .relaxed)
        case .outOfOrder, .retryLater: break
        }
    }
}
