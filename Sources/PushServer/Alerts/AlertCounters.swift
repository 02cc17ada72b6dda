internal import Synchronization

/// The work of the alert hub and the delivery hub, for the metrics.
final class AlertCounters: Sendable {
    /// The alerts of all users.
    let alerts = Atomic<Int>(0)
    /// Alerts that have fired and are on disk.
    let fired = Atomic<Int>(0)
    let delivered = Atomic<Int>(0)
    /// Tries to post that did not succeed. Most are repeated.
    let failed = Atomic<Int>(0)

    func settled(_ changes: [AlertChange], _ answer: AlertAnswer) {
        guard case .settled(let taken) = answer else { return }
        let count = zip(changes, taken).count { change, isTaken in
            if case .fired = change.step { isTaken } else { false }
        }
        fired.add(count, ordering: .relaxed)
    }

    func tried(_ result: PostOutcome.Result) {
        switch result {
        case .delivered: delivered.add(1, ordering: .relaxed)
        case .failed: failed.add(1, ordering: .relaxed)
        }
    }
}
