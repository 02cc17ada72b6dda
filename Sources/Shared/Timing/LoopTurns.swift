public import NIOCore

/// Where pieces of long work wait on one event loop: a few are done at a time, however many come at once.
///
/// A loop hands out all that has arrived before it does anything else. Two thousand terminals that come back at once want as many
/// handshakes, half a millisecond of arithmetic each, and as many snapshots: the next tick would wait a second for them.
public final class LoopTurns {
    /// Pieces until the loop looks after everything else: some four milliseconds.
    static let piecesPerTurn = 8
    /// The next turn comes when the loop has looked at its sockets; where there is nothing else, it rests for so long.
    static let pause = TimeAmount.microseconds(100)

    private let eventLoop: any EventLoop
    private var waiting = CircularBuffer<() -> Void>()
    private var pieces = 0
    private var isTurnDue = false

    public init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    /// Does a piece now, or when its turn comes.
    public func take(_ piece: @escaping () -> Void) {
        let counted = {
            self.worked()
            piece()
        }
        if isOpen { counted() } else { wait(counted) }
    }

    /// Whether a piece need not wait.
    var isOpen: Bool { pieces < Self.piecesPerTurn }

    /// A piece has been done.
    func worked() {
        pieces += 1
        if isTurnDue { return }
        isTurnDue = true
        eventLoop.assumeIsolated().scheduleTask(in: Self.pause) { [weak self] in self?.beginTurn() }
    }

    /// - Parameter turn: called once, when it is this one's turn.
    func wait(_ turn: @escaping () -> Void) { waiting.append(turn) }

    private func beginTurn() {
        isTurnDue = false
        pieces = 0
        while isOpen, let turn = waiting.popFirst() { turn() }
    }
}

/// It belongs to one event loop.
@available(*, unavailable)
extension LoopTurns: Sendable {}
