internal import Synchronization

/// Whether the server still accepts new terminals.
final class ServerPhase: Sendable {
    private let stopping = Atomic<Bool>(false)

    var isStopping: Bool { stopping.load(ordering: .relaxed) }
    func beginStop() { stopping.store(true, ordering: .relaxed) }
}
