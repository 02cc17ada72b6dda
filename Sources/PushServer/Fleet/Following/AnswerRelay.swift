internal import Shared

/// Requests that a node passes on to the one that it follows: for details and icons of coins, and for rates of past
/// days. Callers that ask the same at the same time share one request.
struct AnswerRelay<Request: Hashable & Sendable, Answer: Sendable> {
    private var waiting: [Request: [CheckedContinuation<Answer, Never>]] = [:]

    init() {}

    /// What the other node has not answered yet.
    var requests: some Collection<Request> { waiting.keys }

    /// - Returns: whether the node must ask.
    mutating func add(_ continuation: CheckedContinuation<Answer, Never>, for request: Request) -> Bool {
        waiting[request, default: []].append(continuation)
        return waiting[request]?.count == 1
    }

    mutating func answer(_ request: Request, _ answer: Answer) {
        for continuation in waiting.removeValue(forKey: request) ?? [] { continuation.resume(returning: answer) }
    }

    /// Nobody can answer at the moment.
    mutating func answerAll(_ answer: Answer) {
        for request in Array(waiting.keys) { self.answer(request, answer) }
    }
}
