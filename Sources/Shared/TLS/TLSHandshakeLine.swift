import NIOCore

/// Where the clients of an event loop wait for its server to answer their handshakes: a few at a time, however many come at once.
///
/// An answer is half a millisecond of arithmetic, and a loop hands out all that has arrived before it does anything else: two thousand
/// terminals that come back at once would hold up the next tick by a second.
final class TLSHandshakeLine {
    /// Answers until the loop looks after everything else: some four milliseconds.
    static let answersPerTurn = 8
    /// The next turn comes when the loop has looked at its sockets; where there is nothing else, it rests for so long.
    static let pause = TimeAmount.microseconds(100)

    private let eventLoop: any EventLoop
    private var waiting = CircularBuffer<() -> Void>()
    private var answers = 0
    private var isTurnDue = false

    init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    /// Whether a handshake need not wait.
    var isOpen: Bool { answers < Self.answersPerTurn }

    /// A handshake took some work.
    func answered() {
        answers += 1
        if isTurnDue { return }
        isTurnDue = true
        eventLoop.assumeIsolated().scheduleTask(in: Self.pause) { self.beginTurn() }
    }

    /// - Parameter turn: called once, when it is this one's turn.
    func wait(_ turn: @escaping () -> Void) { waiting.append(turn) }

    private func beginTurn() {
        isTurnDue = false
        answers = 0
        while isOpen, let turn = waiting.popFirst() { turn() }
    }
}
