internal import Shared

/// Decides which pending changes go out next: in order, and never more unanswered ones than the server accepts.
struct MutationWindow: Equatable {
    private enum Pace: Equatable {
        case sending
        /// The server misses an earlier number. Once everything under way is answered, all pending changes are sent
        /// again.
        case goingBack
        /// The server could not store something, so nothing goes out for a while.
        case held
    }

    private let size: Int
    private var pace = Pace.sending
    private var sentThrough: UInt64 = 0
    private var unanswered = 0

    init(size: Int) { self.size = max(1, size) }

    mutating func answered() { unanswered = max(0, unanswered - 1) }
    mutating func goBack() { if pace == .sending { pace = .goingBack } }
    mutating func hold() { pace = .held }
    mutating func release() { if pace == .held { pace = .goingBack } }

    /// - Returns: the changes to send now, which then count as sent.
    mutating func take(from pending: [NumberedMutation]) -> [NumberedMutation] {
        if pace == .goingBack, unanswered == 0 { (pace, sentThrough) = (.sending, 0) }
        guard pace == .sending else { return [] }
        let next = Array(pending.drop { $0.number <= sentThrough }.prefix(size - unanswered))
        unanswered += next.count
        sentThrough = next.last?.number ?? sentThrough
        return next
    }
}
