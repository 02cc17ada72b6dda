internal import Synchronization

/// Numbers connections from 1.
final class ConnectionNumbers: Sendable {
    private let last = Atomic<UInt64>(0)

    func next() -> ConnectionID { ConnectionID(rawValue: last.add(1, ordering: .relaxed).newValue) }
}
