internal import Shared

/// Why a request has no answer.
enum NoAnswer: Error, Hashable, Sendable, CustomStringConvertible {
    /// The request was never sent.
    case notConnected
    /// The connection was lost before the answer, so the request may have been carried out.
    case lost
    /// Nobody waits for the answer any more.
    case dropped
    /// The request would change something, and the link only watches.
    case watching

    var description: String {
        switch self {
        case .notConnected: "There is no connection to the server."
        case .lost: "The connection was lost before the answer came; check whether it was done."
        case .dropped: "The request was cancelled: its screen was closed."
        case .watching: "This is a picture, which changes nothing at the server."
        }
    }

    /// The words after a request that changes nothing, where there is nothing to check.
    var wordsOfReading: String { (self == .lost ? .notConnected : self).description }
}

/// Numbered requests to the server that wait for their answers.
@MainActor
final class NumberedRequests<Answer: Sendable> {
    private var waiting: [UInt32: CheckedContinuation<Result<Answer, NoAnswer>, Never>] = [:]
    private var lastNumber: UInt32 = 0
    private var send: ((ClientFrame) -> Void)?

    /// Whether a request waits for its answer.
    var isAwaiting: Bool { !waiting.isEmpty }

    // MARK: Inputs

    /// Sends a request. If the calling task is cancelled, a later answer is dropped.
    func ask(_ frame: (UInt32) -> ClientFrame) async -> Result<Answer, NoAnswer> {
        guard let send else { return .failure(.notConnected) }
        lastNumber += 1
        let number = lastNumber
        let request = frame(number)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled { return continuation.resume(returning: .failure(.dropped)) }
                waiting[number] = continuation
                send(request)
            }
        } onCancel: {
            // Unstructured, because a cancellation may come on any thread, and the requests belong to the main actor.
            // They own the task. It only removes a request from them, so it waits for nothing and ends at once.
            Task { @MainActor in self.end(number, .failure(.dropped)) }
        }
    }

    // MARK: Connection

    func connected(send: @escaping (ClientFrame) -> Void) { self.send = send }

    /// Ends all waiting requests, because the connection was lost.
    func disconnected() {
        send = nil
        for request in waiting.values { request.resume(returning: .failure(.lost)) }
        waiting = [:]
    }

    func receive(_ number: UInt32, _ answer: Answer) { end(number, .success(answer)) }

    private func end(_ number: UInt32, _ answer: Result<Answer, NoAnswer>) {
        waiting.removeValue(forKey: number)?.resume(returning: answer)
    }
}

extension AnswerProblem {
    init(_ absence: NoAnswer) { self.init(message: absence.wordsOfReading) }
}
