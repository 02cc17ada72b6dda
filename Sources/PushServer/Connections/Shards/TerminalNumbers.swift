internal import Synchronization

/// Numbers connections from 1.
final class TerminalNumbers: Sendable {
    private let last = Atomic<UInt64>(0)

    func next() -> TerminalID { TerminalID(rawValue: last.add(1, ordering: .relaxed).newValue) }
}
