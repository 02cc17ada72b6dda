internal import Shared

/// Questions that a node passes on to the one that it follows: for details and icons of coins, and for rates of past
/// days. Callers that ask the same at the same time share one question.
struct AnswerRelay<Question: Hashable & Sendable, Answer: Sendable> {
    private var waiting: [Question: [CheckedContinuation<Answer, Never>]] = [:]

    init() {}

    /// What the other node has not answered yet.
    var questions: some Collection<Question> { waiting.keys }

    /// - Returns: whether the node must ask.
    mutating func add(_ continuation: CheckedContinuation<Answer, Never>, for question: Question) -> Bool {
        waiting[question, default: []].append(continuation)
        return waiting[question]?.count == 1
    }

    mutating func answer(_ question: Question, _ answer: Answer) {
        for continuation in waiting.removeValue(forKey: question) ?? [] { continuation.resume(returning: answer) }
    }

    /// Nobody can answer at the moment.
    mutating func answerAll(_ answer: Answer) {
        for question in Array(waiting.keys) { self.answer(question, answer) }
    }
}
