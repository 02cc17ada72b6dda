internal import Shared

/// Why a question has no answer.
enum Silence: Error, Hashable, Sendable, CustomStringConvertible {
    /// The question was never sent.
    case notConnected
    /// The connection was lost before the answer, so the request may have been carried out.
    case lost
    /// Nobody waits for the answer any more.
    case dropped

    var description: String {
        switch self {
        case .notConnected: "There is no connection to the server."
        case .lost: "The connection was lost before the answer came; check whether it was done."
        case .dropped: "The request was cancelled: its screen was closed."
        }
    }

    /// The words after a question that changes nothing, where there is nothing to check.
    var wordsOfReading: String { (self == .lost ? .notConnected : self).description }
}

/// Numbered questions to the server that wait for their answers.
@MainActor
final class Questions<Answer: Sendable> {
    private var waiting: [UInt32: CheckedContinuation<Result<Answer, Silence>, Never>] = [:]
    private var lastNumber: UInt32 = 0
    private var send: ((ClientFrame) -> Void)?

    /// Whether a question waits for its answer.
    var isAwaiting: Bool { !waiting.isEmpty }

    // MARK: Inputs

    /// Asks a question. If the calling task is cancelled, a later answer is dropped.
    func ask(_ frame: (UInt32) -> ClientFrame) async -> Result<Answer, Silence> {
        guard let send else { return .failure(.notConnected) }
        lastNumber += 1
        let number = lastNumber
        let question = frame(number)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled { return continuation.resume(returning: .failure(.dropped)) }
                waiting[number] = continuation
                send(question)
            }
        } onCancel: {
            // Unstructured, because a cancellation may come on any thread, and the questions belong to the main actor.
            // They own the task. It only removes a question from them, so it waits for nothing and ends at once.
            Task { @MainActor in self.end(number, .failure(.dropped)) }
        }
    }

    // MARK: Connection

    func connected(send: @escaping (ClientFrame) -> Void) { self.send = send }

    /// Ends all waiting questions, because the connection was lost.
    func disconnected() {
        send = nil
        for question in waiting.values { question.resume(returning: .failure(.lost)) }
        waiting = [:]
    }

    func receive(_ number: UInt32, _ answer: Answer) { end(number, .success(answer)) }

    private func end(_ number: UInt32, _ answer: Result<Answer, Silence>) {
        waiting.removeValue(forKey: number)?.resume(returning: answer)
    }
}
