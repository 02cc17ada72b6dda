internal import Shared

/// Which of the pending changes go out next: in order, and never more unanswered than the server takes.
struct MutationWindow: Equatable {
    private enum Pace: Equatable {
        case sending
        /// A number before was missed: once all that is under way has been answered, everything pending goes out again.
        case goingBack
        /// The server could not store something: nothing goes out until it has been left alone for a while.
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

    /// - Returns: what is to be sent now, which then counts as sent.
    mutating func take(from pending: [NumberedMutation]) -> [NumberedMutation] {
        if pace == .goingBack, unanswered == 0 { (pace, sentThrough) = (.sending, 0) }
        guard pace == .sending else { return [] }
        let next = Array(pending.drop { $0.number <= sentThrough }.prefix(size - unanswered))
        unanswered += next.count
        sentThrough = next.last?.number ?? sentThrough
        return next
    }
}
