package import Shared

/// What this terminal asks about the user's own account: which devices are signed in, and the password.
@MainActor
package final class AccountDesk {
    private var questions: [UInt32: CheckedContinuation<Result<[Device], AccountProblem>, Never>] = [:]
    private var lastNumber: UInt32 = 0
    private var send: ((ClientFrame) -> Void)?

    package init() {}

    // MARK: Inputs. Each returns the devices as they are then, the last used first.

    package func devices() async throws(AccountProblem) -> [Device] { try await ask(.listDevices) }

    /// Signs a device out at once. One's own ends this very connection, perhaps before the answer.
    package func revoke(_ device: DeviceID) async throws(AccountProblem) -> [Device] { try await ask(.revoke(device)) }

    package func changePassword(
        from current: String,
        to new: String,
        revokingOthers: Bool
    ) async throws(AccountProblem) -> [Device] {
        try await ask(.changePassword(current: current, new: new, revokesOthers: revokingOthers))
    }

    /// Whoever stops asking gets no answer: one that comes late is dropped.
    private func ask(_ order: AccountOrder) async throws(AccountProblem) -> [Device] {
        guard let send else { throw .notConnected }
        lastNumber += 1
        let number = lastNumber
        let answer: Result<[Device], AccountProblem> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled { return continuation.resume(returning: .failure(.dropped)) }
                questions[number] = continuation
                send(.accountRequest(number: number, order))
            }
        } onCancel: {
            // Unstructured: a cancellation comes from anywhere, and the questions belong to the main actor.
            Task { @MainActor in self.receive(number, .failure(.dropped)) }
        }
        return try answer.get()
    }

    // MARK: Connection

    func connected(send: @escaping (ClientFrame) -> Void) { self.send = send }

    /// A connection that is lost meanwhile is an answer, too.
    func disconnected() {
        send = nil
        for question in questions.values { question.resume(returning: .failure(.notConnected)) }
        questions = [:]
    }

    func receive(_ number: UInt32, _ answer: Result<[Device], AccountProblem>) {
        questions.removeValue(forKey: number)?.resume(returning: answer)
    }
}

extension AccountProblem {
    fileprivate static let notConnected = AccountProblem("There is no connection to the server.")
    /// Nobody waits for it.
    fileprivate static let dropped = AccountProblem("Nobody asks any more.")
}
