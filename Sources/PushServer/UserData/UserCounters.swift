internal import Shared
internal import Synchronization

/// The work of the store and the user hub, for the metrics.
final class UserCounters: Sendable {
    /// Transactions that wrote something.
    let commits = Atomic<Int>(0)
    let failedCommits = Atomic<Int>(0)
    let requests = Atomic<Int>(0)
    let applied = Atomic<Int>(0)
    let refused = Atomic<Int>(0)
    let outOfOrder = Atomic<Int>(0)
    /// Changes that were returned to clients because the store failed.
    let notStored = Atomic<Int>(0)
    let joins = Atomic<Int>(0)
    /// Messages to other hosts that were given up, or had to make room.
    let lostPosts = Atomic<Int>(0)

    func joined(_ answers: [Joined?]) { joins.add(answers.count { $0 != nil }, ordering: .relaxed) }

    func settled(_ answers: UserAnswers) {
        requests.add(answers.answers.count(where: \.isOfChange), ordering: .relaxed)
        for case .settled(let result) in answers.answers { count(result) }
        lostPosts.add(answers.lostPosts, ordering: .relaxed)
    }

    func notStored(_ asked: [UserRequest]) {
        for case .mutate in asked { notStored.add(1, ordering: .relaxed) }
    }

    private func count(_ result: MutationResult) {
        switch result.outcome {
        case .applied: applied.add(1, ordering: .relaxed)
        case .refused: refused.add(1, ordering: .relaxed)
        case .outOfOrder: outOfOrder.add(1, ordering: .relaxed)
        case .retryLater: break
        }
    }
}

extension UserAnswer {
    /// Whether the answer concerns a change.
    fileprivate var isOfChange: Bool {
        switch self {
        case .settled, .forgotten(true): true
        case .forgotten(false), .alerts, .notLeading, .posted, .noAccount, .otherStore: false
        }
    }
}
