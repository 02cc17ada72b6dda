internal import Shared

/// Questions for details and icons of coins that a node passes on to the one that it follows. Callers that ask for the
/// same coin at the same time share one question.
struct AnswerRelay<Answer: Sendable> {
    private var waiting: [CoinID: [CheckedContinuation<Answer, Never>]] = [:]

    init() {}

    /// The coins about which the other node has not answered yet.
    var coins: some Collection<CoinID> { waiting.keys }

    /// - Returns: whether the node must ask for the coin.
    mutating func add(_ continuation: CheckedContinuation<Answer, Never>, for coin: CoinID) -> Bool {
        waiting[coin, default: []].append(continuation)
        return waiting[coin]?.count == 1
    }

    mutating func answer(_ coin: CoinID, _ answer: Answer) {
        for continuation in waiting.removeValue(forKey: coin) ?? [] { continuation.resume(returning: answer) }
    }

    /// Nobody can answer at the moment.
    mutating func answerAll(_ answer: Answer) {
        for coin in Array(waiting.keys) { self.answer(coin, answer) }
    }
}
