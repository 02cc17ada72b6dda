internal import Shared
internal import Synchronization

/// What the user hub has done, for the metrics.
final class UserCounters: Sendable {
    let commits = Atomic<Int>(0)
    let failedCommits = Atomic<Int>(0)
    let requests = Atomic<Int>(0)
    let applied = Atomic<Int>(0)
    let refused = Atomic<Int>(0)
    let outOfOrder = Atomic<Int>(0)
    /// Sent back because the store failed.
    let notStored = Atomic<Int>(0)
    let joins = Atomic<Int>(0)

    func committed(_ answers: [UserAnswer]) {
        let changes = answers.count(where: \.isOfChange)
        if changes > 0 { commits.add(1, ordering: .relaxed) }
        requests.add(changes, ordering: .relaxed)
        for answer in answers { count(answer) }
    }

    func notStored(_ asked: [UserRequest]) {
        failedCommits.add(1, ordering: .relaxed)
        for case .mutate in asked { notStored.add(1, ordering: .relaxed) }
    }

    private func count(_ answer: UserAnswer) {
        switch answer {
        case .settled(let result, _): count(result)
        case .joined: joins.add(1, ordering: .relaxed)
        case .forgotten, .noAccount: break
        }
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
    /// Whether it is about a change: terminals that come and go cost the disk nothing.
    fileprivate var isOfChange: Bool {
        switch self {
        case .settled, .forgotten(.some): true
        case .joined, .forgotten(nil), .noAccount: false
        }
    }
}
